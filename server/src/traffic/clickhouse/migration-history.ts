import { openClickHouse, type ClickHouseClient } from './client.ts';
import { requireShards } from './shards/require-shards.ts';
import { setUpShards } from './shards/set-up-shards.ts';
import { shardUrls } from './shards/shard-layout.ts';
import { describeError } from '../../platform/errors.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { renderStatements, type Topology } from './migration-sql.ts';
import { databaseOf, quoteName } from './names.ts';
import { planMigrations, type AppliedMigration } from '../../platform/migrations/plan-migrations.ts';
import {
  label,
  withMigrationLock,
  type MigrationResult,
} from '../../platform/migrations/postgres-history.ts';
import type { Migration } from '../../platform/migrations/read-migrations.ts';

const historyTable = `
CREATE TABLE IF NOT EXISTS schema_migrations {{on_cluster}} (
  version UInt32, name String, checksum String, applied_at DateTime64(3, 'UTC') DEFAULT now64(3)
)
ENGINE = {{engine_everywhere:MergeTree}} ORDER BY version
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;`;

// The longest possible timeout, because migrations have no time limit.
const noTimeoutMs = 2 ** 31 - 1;
const withoutLimits = { max_execution_time: 0 } as const;

/**
 * Applies pending migrations. ClickHouse has neither transactions nor locks, so the lock is taken in PostgreSQL. If a
 * crash prevents a statement from being recorded in the history, the statement runs again.
 */
export async function migrateClickHouse(options: {
  url: string;
  lockUrl: string;
  migrations: Migration[];
  topology: Topology;
}): Promise<MigrationResult> {
  const { topology, migrations } = options;
  const urls = shardUrls(options.url);
  return await withMigrationLock(options.lockUrl, async () => {
    const applied = new Set<string>();
    for (const url of urls)
      for (const migration of await migrateServer(url, topology, migrations)) applied.add(label(migration));
    if (urls.length > 1) await explained(() => setUpShards(urls, topology));
    else await explained(() => requireShards(urls));
    return { applied: [...applied], version: migrations.length };
  });
}

async function migrateServer(url: string, topology: Topology, migrations: Migration[]): Promise<Migration[]> {
  await createDatabase(url, topology);
  return await withClient(url, noTimeoutMs, async (client) => {
    await runStatements(client, historyTable, topology);
    const pending = planMigrations('ClickHouse', await readHistory(client), migrations);
    for (const migration of pending) await applyMigration(client, migration, topology);
    return pending;
  });
}

// Returns the pending migrations. Throws if the servers are not the shards that the settings say they are.
export async function pendingClickHouse(
  url: string,
  migrations: Migration[],
  waypostVersion?: string,
): Promise<string[]> {
  const urls = shardUrls(url);
  const pending = new Set<string>();
  for (const server of urls) {
    const applied = await withClient(server, undefined, readExistingHistory);
    for (const migration of planMigrations('ClickHouse', applied, migrations, waypostVersion))
      pending.add(label(migration));
  }
  if (pending.size === 0) await explained(() => requireShards(urls));
  return [...pending];
}

async function readExistingHistory(client: ClickHouseClient): Promise<AppliedMigration[]> {
  try {
    return await readHistory(client);
  } catch (error) {
    if (isMissingTable(error)) return [];
    throw error;
  }
}

async function applyMigration(
  client: ClickHouseClient,
  migration: Migration,
  topology: Topology,
): Promise<void> {
  try {
    await runStatements(client, migration.sql, topology);
  } catch (error) {
    throw new OperatorError(
      'engineUnavailable',
      `the ClickHouse migration ${label(migration)} failed and will start from the beginning next time. Fix this error and try again: ${describeError(error)}`,
      { cause: error },
    );
  }
  const { version, name, checksum } = migration;
  await client.insert({
    table: 'schema_migrations',
    values: [{ version, name, checksum }],
    format: 'JSONEachRow',
  });
}

async function runStatements(client: ClickHouseClient, sql: string, topology: Topology): Promise<void> {
  for (const query of renderStatements(sql, topology)) {
    await client.command({ query, clickhouse_settings: withoutLimits });
  }
}

async function readHistory(client: ClickHouseClient): Promise<AppliedMigration[]> {
  // A crash between the insert and its response can leave a duplicate row.
  const result = await client.query({
    query: 'SELECT DISTINCT version, name, checksum FROM schema_migrations ORDER BY version',
    format: 'JSONEachRow',
  });
  return await result.json<AppliedMigration>();
}

async function withClient<Result>(
  url: string,
  requestTimeoutMs: number | undefined,
  work: (client: ClickHouseClient) => Promise<Result>,
): Promise<Result> {
  const client = openClickHouse(url, requestTimeoutMs === undefined ? {} : { requestTimeoutMs });
  try {
    return await explained(() => work(client));
  } finally {
    await client.close();
  }
}

async function explained<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw toOperatorError(error);
  }
}

async function createDatabase(url: string, topology: Topology): Promise<void> {
  const parsed = new URL(url);
  parsed.pathname = '/default';
  const statement = `CREATE DATABASE IF NOT EXISTS ${quoteName(databaseOf(url))} {{on_cluster}}`;
  await withClient(parsed.href, undefined, (client) => runStatements(client, statement, topology));
}

function isMissingTable(error: unknown): boolean {
  const type = (error as { type?: string }).type;
  return type === 'UNKNOWN_TABLE' || type === 'UNKNOWN_DATABASE';
}

function toOperatorError(error: unknown): OperatorError {
  if (error instanceof OperatorError) return error;
  return new OperatorError('engineUnavailable', `ClickHouse is not available: ${describeError(error)}`, {
    cause: error,
  });
}
