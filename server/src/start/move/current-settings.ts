import {
  hasEngineFiles,
  readMovedHosts,
  readTrafficStore,
  type DataDirectory,
} from '../../engines/data-directory.ts';
import { readMoveFile } from '../../engines/move-file.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { withPostgresClient } from '../../platform/postgres-session.ts';
import { hasTables } from '../../store/database/has-tables.ts';
import { hasWorkspaces } from '../../store/database/has-workspaces.ts';
import { readMoveNote } from '../../store/move/move-note.ts';
import { shardUrls } from '../../traffic/clickhouse/shards/shard-layout.ts';
import type { Settings } from '../settings.ts';

// Returns the settings with the engines that are in use. During a move, the settings may already contain the URL of the
// target. Does not need a data directory.
export function currentSettings<
  Given extends Pick<Settings, 'dataDirectory' | 'databaseUrl' | 'clickhouseUrl'>,
>(settings: Given): Given {
  const embedded = readMoveFile({ path: settings.dataDirectory })?.embedded;
  if (embedded === undefined) return settings;
  return {
    ...settings,
    ...(embedded.postgres ? { databaseUrl: undefined } : {}),
    ...(embedded.clickhouse ? { clickhouseUrl: undefined } : {}),
  };
}

// Throws if the settings do not name the server that the data was moved to.
export function requireMovedPostgres(
  { databaseUrl }: Pick<Settings, 'databaseUrl'>,
  directory: DataDirectory,
): void {
  const { postgresHost } = readMovedHosts(directory);
  if (postgresHost === undefined || databaseUrl !== undefined || readMoveFile(directory) !== undefined)
    return;
  throw new OperatorError(
    'configuration',
    `The data of ${directory.path} was moved to the PostgreSQL server ${postgresHost}. Set WAYPOST_DATABASE_URL to its URL.`,
  );
}

// Throws if the directory contains an embedded PostgreSQL whose data is not in the external database.
export async function requireMovedData(
  { databaseUrl }: Pick<Settings, 'databaseUrl'>,
  directory: DataDirectory,
): Promise<void> {
  if (databaseUrl === undefined || readMovedHosts(directory).postgresHost !== undefined) return;
  if (!hasEngineFiles(directory, 'postgres')) return;
  const note = await withPostgresClient(databaseUrl, readMoveNote);
  if (note?.state !== 'copy' && (await hasTables(databaseUrl)) && (await hasWorkspaces(databaseUrl))) return;
  throw new OperatorError(
    'configuration',
    `${directory.path} contains an embedded PostgreSQL, and the database in WAYPOST_DATABASE_URL ${note?.state === 'copy' ? 'is an unfinished copy' : 'is empty'}. Run \`waypost move\` to move the data, or remove WAYPOST_DATABASE_URL. To start without the old data, remove ${directory.postgres}.`,
  );
}

// The same for an embedded ClickHouse.
export async function requireMovedTraffic(
  { clickhouseUrl }: Pick<Settings, 'clickhouseUrl'>,
  directory: DataDirectory,
): Promise<void> {
  if (clickhouseUrl === undefined || readMovedHosts(directory).clickhouseHost !== undefined) return;
  if (readTrafficStore(directory) !== 'clickhouse' || !hasEngineFiles(directory, 'clickhouse')) return;
  const { openMoveTarget } = await import('../../traffic/clickhouse/move/move-target.ts');
  const states = await Promise.all(
    shardUrls(clickhouseUrl).map(async (url) => {
      const target = openMoveTarget(url);
      try {
        return await target.inspectUse();
      } finally {
        await target.close();
      }
    }),
  );
  const isUnfinished = states.includes('unfinished');
  if (!isUnfinished && states.includes('used')) return;
  throw new OperatorError(
    'configuration',
    `${directory.path} contains an embedded ClickHouse, and the database in WAYPOST_CLICKHOUSE_URL ${isUnfinished ? 'is an unfinished copy' : 'is empty'}. Run \`waypost move\` to move the traffic, or remove WAYPOST_CLICKHOUSE_URL. To start without the old traffic, remove ${directory.clickhouse}.`,
  );
}

// Throws if the data of an embedded PostgreSQL was moved away, even if the files of the data directory do not say so.
export async function requireUnmovedData(postgres: string): Promise<void> {
  const note = await withPostgresClient(postgres, readMoveNote);
  if (note?.state !== 'moved') return;
  throw new OperatorError(
    'configuration',
    `The data in this PostgreSQL was moved to the server ${note.host}. Set WAYPOST_DATABASE_URL to its URL.`,
  );
}
