import { hostname } from 'node:os';
import { readTrafficStore } from '../../engines/data-directory.ts';
import { readMoveFile } from '../../engines/move-file.ts';
import { analyzeTables } from '../../store/backup/load-tables.ts';
import { migratePostgresSchema, migrateTrafficSchema } from '../migrate.ts';
import { movePostgres, requireOwnDatabase, type PostgresMove } from '../move/move-postgres.ts';
import { saveMoved } from '../move/moved-store.ts';
import { requireNoOtherEdges } from '../move/requirements.ts';
import type { MovedPart, MoveRun } from '../move/move-run.ts';
import { openEngines, type OpenEngines } from './open-move-places.ts';
import { restartRoles } from './restart-roles.ts';
import { retryUntilDone } from './retry-move.ts';

// Moves an embedded PostgreSQL to another server.
export async function movePostgresData(
  run: MoveRun,
  begin: () => void,
): Promise<{ part: MovedPart; isRunning: boolean }> {
  const { directory, target = '', host, id, onProgress } = run;
  await requireOwnDatabase({ target, host, id });
  const engines = await openEngines(directory, { postgres: true, clickhouse: false });
  try {
    const source = engines.read().postgres ?? '';
    const hasTraffic = readTrafficStore(directory) === 'postgres';
    await requireNoOtherEdges(source, hostname());
    begin();
    await prepareSchemas({ source, target, hasTraffic, engines });
    const moved = await retryUntilDone(onProgress, async (onStep) => {
      const from = engines.read().postgres ?? '';
      return await movePostgres({ source: from, target, host, id, hasTraffic, onProgress: onStep });
    });
    await finish(run, engines);
    // Afterward, because writes wait until the roles use the target. Autovacuum repeats it if it fails.
    await analyzeTables(target).catch(() => undefined);
    return { part: { kind: 'postgres', target: host, ...moved }, isRunning: engines.isRunning };
  } finally {
    await engines.close();
  }
}

async function finish({ settings, directory }: MoveRun, { isRunning }: OpenEngines): Promise<void> {
  if (isRunning) {
    await restartRoles(settings);
    return;
  }
  const file = readMoveFile(directory);
  if (file !== undefined) await saveMoved(directory, file);
}

type Schemas = Pick<PostgresMove, 'source' | 'target' | 'hasTraffic'> & { engines: OpenEngines };

// Migrates the target, and an embedded PostgreSQL that no supervisor has migrated.
async function prepareSchemas({ source, target, hasTraffic, engines }: Schemas): Promise<void> {
  for (const postgres of engines.isRunning ? [target] : [source, target]) {
    await migratePostgresSchema(postgres);
    if (hasTraffic)
      await migrateTrafficSchema({ postgres, traffic: { store: 'postgres', url: postgres } }, undefined);
  }
}
