import { hostname } from 'node:os';
import type { Client } from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  openDataDirectory,
  readClickHouseHost,
  readTrafficStore,
  type DataDirectory,
} from '../../engines/data-directory.ts';
import { readMoveFile, removeMoveFile, writeMoveFile } from '../../engines/move-file.ts';
import { describeError } from '../../platform/errors.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { withPostgresClient } from '../../platform/postgres-session.ts';
import { cancelMove, readMove, removeMovedRows } from '../../traffic/postgres/move/move-state.ts';
import type { OnProgress } from '../backup/progress.ts';
import { beginLongTask } from '../long-task.ts';
import { migratePostgresSchema, migrateTrafficSchema, requireCurrentSchema } from '../migrate.ts';
import { saveMovedStore } from '../move/moved-store.ts';
import type { MoveStep } from '../move/copy-rows.ts';
import { moveTraffic, requireOwnTarget, type MovedTraffic } from '../move/move-traffic.ts';
import { requireNoOtherEdges, requireSpace } from '../move/requirements.ts';
import { describeSteps } from '../move/describe-steps.ts';
import { openInstallation } from './open-installation.ts';
import { shardUrls } from '../../traffic/clickhouse/shards/shard-layout.ts';
import { openPlaces, type OpenPlaces } from './open-move-places.ts';
import { restartRoles } from './restart-roles.ts';
import type { Settings } from '../settings.ts';

type MoveResult = MovedTraffic & { target: string; isRunning: boolean };

// Without any progress for this long, the command ends. Running it again continues.
const patienceMs = 120_000;
const retryMs = 1_000;

// Moves the traffic from PostgreSQL to ClickHouse and switches the installation to it. Continues an interrupted move.
export async function move(settings: Settings, onProgress: OnProgress): Promise<MoveResult> {
  const directory = openDataDirectory(settings.dataDirectory);
  const task = await beginLongTask(directory.path, 'move');
  if ('running' in task)
    throw new OperatorError('refused', `A ${task.running} is running. Try again when it is complete.`);
  try {
    requirePostgresStore(settings, directory);
    const { clickhouseUrl } = settings;
    const target = clickhouseUrl === undefined ? 'embedded' : new URL(clickhouseUrl).host;
    if (clickhouseUrl !== undefined) await requireReachable(clickhouseUrl, target);
    writeMoveFile(directory, clickhouseUrl === undefined ? {} : { clickhouseUrl });
    const places = await openPlaces(settings, directory);
    try {
      await prepareSource(settings, places);
      await requireOwnTarget({ places: places.read(), target });
      await prepareTarget(settings, places);
      await requireNoOtherEdges(places.read(), hostname());
      await requireSpace(places.read());
      const moved = await copyPatiently(places, target, onProgress);
      if (places.isRunning) await restartRoles(settings);
      else saveMovedStore(directory, clickhouseUrl);
      return { ...moved, target, isRunning: places.isRunning };
    } finally {
      await places.close();
    }
  } finally {
    task.release();
  }
}

function requirePostgresStore(
  { trafficStore, clickhouseUrl, databaseUrl }: Settings,
  directory: DataDirectory,
): void {
  if (trafficStore === 'postgres')
    throw new OperatorError(
      'configuration',
      'WAYPOST_TRAFFIC_STORE is postgres. Remove it from the settings, because Waypost would not start with it after the move.',
    );
  if (clickhouseUrl !== undefined && shardUrls(clickhouseUrl).length > 1)
    throw new OperatorError(
      'configuration',
      'WAYPOST_CLICKHOUSE_URL lists several shards. Move the traffic to the first one, and add the other shards afterward.',
    );
  const store = readTrafficStore(directory);
  if (store === 'clickhouse')
    throw new OperatorError(
      'refused',
      clickhouseUrl === undefined || readClickHouseHost(directory) !== undefined
        ? 'The traffic is already in ClickHouse.'
        : 'The traffic is already in the embedded ClickHouse. Moving it to an external ClickHouse is not supported yet.',
    );
  if (store === undefined && databaseUrl === undefined)
    throw new OperatorError('refused', `${directory.path} contains no traffic.`);
}

async function requireReachable(url: string, host: string): Promise<void> {
  const { countClickHouseTables } = await import('../../traffic/clickhouse/back-up.ts');
  try {
    await countClickHouseTables(url);
  } catch (error) {
    throw new OperatorError(
      'engineUnavailable',
      `The ClickHouse server ${host} cannot be reached: ${describeError(error)}. Nothing was changed.`,
      { cause: error },
    );
  }
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

// Continues after failures of an engine, which is restarted or becomes reachable again.
async function copyPatiently(
  places: OpenPlaces,
  target: string,
  onProgress: OnProgress,
): Promise<MovedTraffic> {
  let lastStepAt = performance.now();
  for (;;) {
    const steps = describeSteps(onProgress);
    const onStep = (step: MoveStep) => {
      lastStepAt = performance.now();
      steps.onStep(step);
    };
    try {
      return await moveTraffic({ places: places.read(), target, onPhase: steps.onPhase, onStep });
    } catch (error) {
      if (error instanceof OperatorError && error.reason !== 'engineUnavailable') throw error;
      if (performance.now() - lastStepAt > patienceMs)
        throw new OperatorError(
          'engineUnavailable',
          `The move was interrupted: ${describeError(error)}. Run \`waypost move\` again to continue.`,
          { cause: error },
        );
      onProgress('Waiting', describeError(error));
      await sleep(retryMs);
    }
  }
}

// Ends an unfinished move. The copied rows stay in the target until the next move.
export async function cancel(settings: Settings): Promise<void> {
  const directory = openDataDirectory(settings.dataDirectory);
  const task = await beginLongTask(directory.path, 'move');
  if ('running' in task) throw new OperatorError('refused', `A ${task.running} is running. Stop it first.`);
  try {
    const state = await withMoveClient(settings, async (client) => {
      const last = await readMove(client);
      if (last !== undefined) await cancelMove(client);
      return last?.state;
    });
    if (state === 'moved') throw new OperatorError('refused', 'The move is complete and cannot be canceled.');
    if (state === undefined && readMoveFile(directory) === undefined)
      throw new OperatorError('refused', 'There is no move to cancel.');
    removeMoveFile(directory);
  } finally {
    task.release();
  }
}

// Deletes the traffic in PostgreSQL after it was moved to ClickHouse.
export async function removeOld(settings: Settings): Promise<{ target: string }> {
  return await withMoveClient(settings, async (client) => {
    const last = await readMove(client);
    const store = readTrafficStore(openDataDirectory(settings.dataDirectory));
    if (last?.state !== 'moved' || store !== 'clickhouse')
      throw new OperatorError('refused', 'The traffic in PostgreSQL was not moved. Nothing was deleted.');
    await removeMovedRows(client);
    return { target: last.target };
  });
}

async function withMoveClient<Result>(
  settings: Settings,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const installation = await openInstallation(settings);
  try {
    return await withPostgresClient(installation.postgresUrl, async (client) => {
      const { rows } = await client.query<{ found: boolean }>(
        "SELECT to_regclass('traffic.moves') IS NOT NULL AS found",
      );
      if (rows[0]?.found !== true)
        throw new OperatorError('refused', 'This installation has never stored traffic in PostgreSQL.');
      return await work(client);
    });
  } finally {
    await installation.close();
  }
}
