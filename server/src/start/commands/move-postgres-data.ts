import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { readTrafficStore } from '../../engines/data-directory.ts';
import { readMoveFile } from '../../engines/move-file.ts';
import { describeError } from '../../platform/errors.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { migratePostgresSchema, migrateTrafficSchema } from '../migrate.ts';
import {
  movePostgres,
  requireOwnDatabase,
  type MovedDatabase,
  type PostgresMove,
} from '../move/move-postgres.ts';
import { saveMoved } from '../move/moved-store.ts';
import { requireNoOtherEdges } from '../move/requirements.ts';
import type { MovedPart, MoveRun } from '../move/move-run.ts';
import { openEngines, type OpenEngines } from './open-move-places.ts';
import { restartRoles } from './restart-roles.ts';

// Without success for this long, the command ends. Running it again starts the copy over.
const patienceMs = 120_000;
const retryMs = 1_000;

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
    const moved = await copyPatiently(engines, { target, host, id, hasTraffic, onProgress });
    await finish(run, engines);
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

// Starts over after failures of either server, which is restarted or becomes reachable again.
async function copyPatiently(
  engines: OpenEngines,
  move: Omit<PostgresMove, 'source'>,
): Promise<MovedDatabase> {
  let failingSince: number | undefined;
  for (;;) {
    try {
      return await movePostgres({ ...move, source: engines.read().postgres ?? '' });
    } catch (error) {
      if (error instanceof OperatorError && error.reason !== 'engineUnavailable') throw error;
      failingSince ??= performance.now();
      if (performance.now() - failingSince > patienceMs)
        throw new OperatorError(
          'engineUnavailable',
          `The move was interrupted: ${describeError(error)}. The embedded PostgreSQL is still in use. Run \`waypost move\` again to start over.`,
          { cause: error },
        );
      move.onProgress('Waiting', describeError(error));
      await sleep(retryMs);
    }
  }
}
