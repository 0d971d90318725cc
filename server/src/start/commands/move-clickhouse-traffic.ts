import { hostname } from 'node:os';
import { readMoveFile } from '../../engines/move-file.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { migratePostgresSchema, migrateTrafficSchema } from '../migrate.ts';
import { moveClickHouse, prepareServers, requireOwnServers } from '../move/move-clickhouse.ts';
import type { MovedPart, MoveRun } from '../move/move-run.ts';
import type { MovedTraffic } from '../move/move-traffic.ts';
import { saveMoved } from '../move/moved-store.ts';
import { requireNoOtherEdges, requireSpaceForCopy } from '../move/requirements.ts';
import { openEngines, type OpenEngines } from './open-move-places.ts';
import { requireReachable } from './require-reachable.ts';
import { restartRoles } from './restart-roles.ts';
import { retryUntilDone } from './retry-move.ts';

// Moves the traffic of an embedded ClickHouse to a server, or to several shards.
export async function moveClickHouseTraffic(
  run: MoveRun,
  begin: () => void,
): Promise<{ part: MovedPart; isRunning: boolean }> {
  const { settings, directory, target = '', host, id } = run;
  await requireReachable(target, host);
  await requireOwnServers({ target, host, id });
  const wanted = { postgres: settings.databaseUrl === undefined, clickhouse: true };
  const engines = await openEngines(directory, wanted);
  try {
    const postgres = settings.databaseUrl ?? engines.read().postgres ?? '';
    if (!engines.isRunning) await migrateSource(postgres, engines, settings.databaseUrl === undefined);
    await requireNoOtherEdges(postgres, hostname());
    await migrateTrafficSchema(
      { postgres, traffic: { store: 'clickhouse', url: target } },
      settings.clickhouseTopology,
    );
    await requireSpaceForCopy({ clickhouse: engines.read().clickhouse ?? '' }, target);
    begin();
    await prepareServers({ target, id });
    const moved = await copyPatiently(run, engines);
    const file = readMoveFile(directory);
    if (engines.isRunning) await restartRoles(settings);
    else if (file !== undefined) await saveMoved(directory, file);
    return { part: { kind: 'clickhouse', target: host, ...moved }, isRunning: engines.isRunning };
  } finally {
    await engines.close();
  }
}

// Migrates embedded engines that no supervisor has migrated, so that both places have the same tables.
async function migrateSource(
  postgres: string,
  { read }: OpenEngines,
  isPostgresEmbedded: boolean,
): Promise<void> {
  if (isPostgresEmbedded) await migratePostgresSchema(postgres);
  const url = read().clickhouse ?? '';
  await migrateTrafficSchema({ postgres, traffic: { store: 'clickhouse', url } }, undefined);
}

async function copyPatiently(run: MoveRun, engines: OpenEngines): Promise<MovedTraffic> {
  const { target = '', host, id } = run;
  return await retryUntilDone(run.onProgress, async (onProgress) => {
    const source = engines.read().clickhouse;
    if (source === undefined) throw new OperatorError('engineUnavailable', 'ClickHouse is not running.');
    return await moveClickHouse({ source, target, host, id, onProgress });
  });
}
