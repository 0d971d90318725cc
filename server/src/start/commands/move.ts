import { newId } from '../../platform/ids.ts';
import {
  hasEngineFiles,
  openDataDirectory,
  readMovedHosts,
  readTrafficStore,
  type DataDirectory,
  type TrafficStoreName,
} from '../../engines/data-directory.ts';
import { readMoveFile, writeMoveFile, type MoveFile, type MoveKind } from '../../engines/move-file.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import type { OnProgress } from '../backup/progress.ts';
import { beginLongTask } from '../long-task.ts';
import { findEmbeddedEngines, type UsedEngines } from '../move/find-embedded-engines.ts';
import type { MovedPart, MoveRun } from '../move/move-run.ts';
import { hostOf } from '../move/moved-store.ts';
import type { Settings } from '../settings.ts';
import { moveClickHouseTraffic } from './move-clickhouse-traffic.ts';
import { movePostgresData } from './move-postgres-data.ts';
import { movePostgresTraffic } from './move-postgres-traffic.ts';

type MoveResult = { parts: MovedPart[]; isRunning: boolean };

// Moves everything that the settings name another place for, one part after another, and switches the installation to it.
// Continues an interrupted move.
export async function move(settings: Settings, onProgress: OnProgress): Promise<MoveResult> {
  const directory = openDataDirectory(settings.dataDirectory);
  const task = await beginLongTask(directory.path, 'move');
  if ('running' in task)
    throw new OperatorError('refused', `A ${task.running} is running. Try again when it is complete.`);
  try {
    const result: MoveResult = { parts: [], isRunning: false };
    for (;;) {
      const embedded = await findEmbeddedEngines(settings, directory);
      const kind = chooseKind(settings, directory, embedded);
      if (kind === undefined || result.parts.some((part) => part.kind === kind)) break;
      const { part, isRunning } = await moveKind(kind, { settings, directory, embedded, onProgress });
      result.parts.push(part);
      result.isRunning = isRunning;
    }
    if (result.parts.length === 0) throw nothingToMove(settings, directory);
    return result;
  } finally {
    task.release();
  }
}

type Found = { settings: Settings; directory: DataDirectory; embedded: UsedEngines; onProgress: OnProgress };

async function moveKind(
  kind: MoveKind,
  { settings, directory, embedded, onProgress }: Found,
): Promise<{ part: MovedPart; isRunning: boolean }> {
  const target = kind === 'postgres' ? settings.databaseUrl : settings.clickhouseUrl;
  const unfinished = readMoveFile(directory);
  const file: MoveFile = {
    kind,
    id: unfinished?.kind === kind && unfinished.id !== '' ? unfinished.id : newId(),
    embedded: { ...embedded, clickhouse: kind !== 'traffic' && embedded.clickhouse },
    ...(target === undefined ? {} : { [kind === 'postgres' ? 'databaseUrl' : 'clickhouseUrl']: target }),
  };
  const run: MoveRun = {
    settings: { ...settings, ...(embedded.postgres ? { databaseUrl: undefined } : {}) },
    directory,
    target,
    host: target === undefined ? 'embedded' : hostOf(target),
    id: file.id,
    onProgress,
  };
  const begin = () => writeMoveFile(directory, file);
  if (kind === 'postgres') return await movePostgresData(run, begin);
  return kind === 'clickhouse'
    ? await moveClickHouseTraffic(run, begin)
    : await movePostgresTraffic(run, begin);
}

function chooseKind(
  { trafficStore, clickhouseUrl, databaseUrl }: Settings,
  directory: DataDirectory,
  embedded: UsedEngines,
): MoveKind | undefined {
  const store = storeOf(directory, databaseUrl);
  const isDataWanted = embedded.postgres && databaseUrl !== undefined;
  if (store === 'clickhouse' && embedded.clickhouse && clickhouseUrl !== undefined) return 'clickhouse';
  const isTrafficWanted = clickhouseUrl !== undefined || !isDataWanted;
  if (store === 'postgres' && trafficStore !== 'postgres' && isTrafficWanted) return 'traffic';
  return isDataWanted ? 'postgres' : undefined;
}

function storeOf(directory: DataDirectory, databaseUrl: string | undefined): TrafficStoreName | undefined {
  // Single roles with external engines record no store.
  return readTrafficStore(directory) ?? (databaseUrl === undefined ? undefined : 'postgres');
}

function nothingToMove({ trafficStore, databaseUrl }: Settings, directory: DataDirectory): OperatorError {
  const store = storeOf(directory, databaseUrl);
  if (store === undefined) return new OperatorError('refused', `${directory.path} contains no traffic.`);
  if (store === 'postgres' && trafficStore === 'postgres')
    return new OperatorError(
      'configuration',
      'WAYPOST_TRAFFIC_STORE is postgres. Remove it from the settings, because Waypost would not start with it after the move. To move an embedded PostgreSQL, set WAYPOST_DATABASE_URL to the URL of the other server.',
    );
  if (
    databaseUrl !== undefined &&
    hasEngineFiles(directory, 'postgres') &&
    readMovedHosts(directory).postgresHost === undefined
  )
    return new OperatorError(
      'refused',
      `The PostgreSQL database at ${hostOf(databaseUrl)} already contains data, so nothing is moved to it. To move the embedded PostgreSQL, set WAYPOST_DATABASE_URL to a new database.`,
    );
  const isInPlace = databaseUrl !== undefined && readMovedHosts(directory).postgresHost !== undefined;
  return new OperatorError(
    'refused',
    isInPlace
      ? 'Everything is already in the places that the settings name.'
      : 'The traffic is already in ClickHouse.',
  );
}
