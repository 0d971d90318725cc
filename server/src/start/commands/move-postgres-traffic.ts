import { hostname } from 'node:os';
import { readMoveFile } from '../../engines/move-file.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { shardUrls } from '../../traffic/clickhouse/shards/shard-layout.ts';
import { migratePostgresSchema, migrateTrafficSchema, requireCurrentSchema } from '../migrate.ts';
import { describeSteps } from '../move/describe-steps.ts';
import { moveTraffic, requireOwnTarget } from '../move/move-traffic.ts';
import { saveMoved } from '../move/moved-store.ts';
import { requireNoOtherEdges, requireSpace } from '../move/requirements.ts';
import type { Settings } from '../settings.ts';
import type { MovedPart, MoveRun } from '../move/move-run.ts';
import { openPlaces, type OpenPlaces } from './open-move-places.ts';
import { requireReachable } from './require-reachable.ts';
import { restartRoles } from './restart-roles.ts';
import { retryUntilDone } from './retry-move.ts';

// Moves the traffic from PostgreSQL to ClickHouse.
export async function movePostgresTraffic(
  { settings, directory, target, host, onProgress }: MoveRun,
  begin: () => void,
): Promise<{ part: MovedPart; isRunning: boolean }> {
  if (target !== undefined) {
    requireOneServer(target);
    await requireReachable(target, host);
  }
  begin();
  const places = await openPlaces(settings, directory);
  try {
    await prepareSource(settings, places);
    await requireOwnTarget({ places: places.read(), target: host });
    await prepareTarget(settings, places);
    await requireNoOtherEdges(places.read().postgres, hostname());
    await requireSpace(places.read());
    const moved = await retryUntilDone(onProgress, async (onStep) => {
      const steps = describeSteps(onStep);
      return await moveTraffic({ places: places.read(), target: host, ...steps });
    });
    const file = readMoveFile(directory);
    if (places.isRunning) await restartRoles(settings);
    else if (file !== undefined) await saveMoved(directory, file);
    return { part: { kind: 'traffic', target: host, ...moved }, isRunning: places.isRunning };
  } finally {
    await places.close();
  }
}

function requireOneServer(clickhouseUrl: string): void {
  if (shardUrls(clickhouseUrl).length === 1) return;
  throw new OperatorError(
    'configuration',
    'WAYPOST_CLICKHOUSE_URL lists several shards. Move the traffic to the first one, and add the other shards afterward.',
  );
}

// Migrates an embedded PostgreSQL that no supervisor has migrated.
async function prepareSource(settings: Settings, { isRunning, read }: OpenPlaces): Promise<void> {
  const { postgres } = read();
  const source = { postgres, traffic: { store: 'postgres', url: postgres } } as const;
  if (settings.databaseUrl === undefined && !isRunning) {
    await migratePostgresSchema(postgres);
    await migrateTrafficSchema(source, undefined);
  }
  await requireCurrentSchema(source);
}

async function prepareTarget({ clickhouseTopology }: Settings, { read }: OpenPlaces): Promise<void> {
  const { postgres, clickhouse } = read();
  const target = { postgres, traffic: { store: 'clickhouse', url: clickhouse } } as const;
  await migrateTrafficSchema(target, clickhouseTopology);
}
