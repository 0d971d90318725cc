import { readSecrets, type Secrets } from '../../config/secrets.ts';
import {
  hasEngineFiles,
  readMovedHosts,
  readTrafficStore,
  type DataDirectory,
} from '../../engines/data-directory.ts';
import { readEngineUrls } from '../../engines/embedded-engines.ts';
import { withPostgresClient } from '../../platform/postgres-session.ts';
import { pollUntil } from '../../platform/retry.ts';
import { hasTables } from '../../store/database/has-tables.ts';
import { hasWorkspaces } from '../../store/database/has-workspaces.ts';
import { readMoveNote } from '../../store/move/move-note.ts';
import { openMoveTarget } from '../../traffic/clickhouse/move/move-target.ts';
import { readInstance } from '../instance.ts';
import type { Settings } from '../settings.ts';

export type UsedEngines = { postgres: boolean; clickhouse: boolean };

// Longer than an engine takes to be restarted after it failed.
const engineWaitMs = 20_000;

// Returns the embedded engines that the installation uses. The directory can also contain the files of engines that were
// replaced by external ones.
export async function findEmbeddedEngines(
  { databaseUrl }: Pick<Settings, 'databaseUrl'>,
  directory: DataDirectory,
): Promise<UsedEngines> {
  const { postgresHost, clickhouseHost } = readMovedHosts(directory);
  const hasClickHouse =
    readTrafficStore(directory) === 'clickhouse' &&
    clickhouseHost === undefined &&
    hasEngineFiles(directory, 'clickhouse');
  const hasPostgres = postgresHost === undefined && hasEngineFiles(directory, 'postgres');
  const isRunning = readInstance(directory)?.kind === 'server';
  if (isRunning)
    return {
      postgres: hasPostgres && (await isEngineRunning(directory, 'postgres', engineWaitMs)),
      clickhouse: hasClickHouse && (await isEngineRunning(directory, 'clickhouse', engineWaitMs)),
    };
  return {
    postgres: hasPostgres && (databaseUrl === undefined || !(await isInUse(databaseUrl))),
    clickhouse: hasClickHouse,
  };
}

export async function isEngineRunning(
  directory: DataDirectory,
  engine: keyof UsedEngines,
  timeoutMs = 0,
): Promise<boolean> {
  const check = async () => ((await isReachable(directory, engine)) ? true : undefined);
  return (await pollUntil(check, { timeoutMs, intervalMs: 500 })) ?? false;
}

async function isReachable(directory: DataDirectory, engine: keyof UsedEngines): Promise<boolean> {
  const urls = readEngineUrls(directory, readSecrets(directory.path) as Secrets);
  if (urls === undefined) return false;
  if (engine === 'postgres')
    return await withPostgresClient(urls.postgres, async () => true).catch(() => false);
  const client = openMoveTarget(urls.clickhouse);
  try {
    return await client.isReachable();
  } finally {
    await client.close();
  }
}

async function isInUse(databaseUrl: string): Promise<boolean> {
  if (!(await hasTables(databaseUrl)) || !(await hasWorkspaces(databaseUrl))) return false;
  const note = await withPostgresClient(databaseUrl, readMoveNote);
  return note?.state !== 'copy';
}
