import { openClickHouse, type ClickHouseClient } from './client.ts';
import { describeError } from '../../platform/errors.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { renderStatements, type Topology } from './migration-sql.ts';
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
  return await withMigrationLock(options.lockUrl, () =>
    withClient(options.url, options.topology, async (client) => {
      await runStatements(client, historyTable, options.topology);
      const pending = planMigrations('ClickHouse', await readHistory(client), options.migrations);
      for (const migration of pending) {
        await applyMigration(client, migration, options.topology);
      }
      return { applied: pending.map(label), version: options.migrations.length };
    }),
  );
}

export async function pendingClickHouse(url: string, migrations: Migration[]): Promise<string[]> {
  const client = openClickHouse(url);
  try {
    return planMigrations('ClickHouse', await readHistory(client), migrations).map(label);
  } catch (error) {
    if (isMissingTable(error)) return migrations.map(label);
    throw toOperatorError(error);
  } finally {
    await client.close();
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
  topology: Topology,
  work: (client: ClickHouseClient) => Promise<Result>,
): Promise<Result> {
  await createDatabase(url, topology);
  const client = openClickHouse(url, { requestTimeoutMs: noTimeoutMs });
  try {
    return await work(client);
  } catch (error) {
    throw toOperatorError(error);
  } finally {
    await client.close();
  }
}

async function createDatabase(url: string, topology: Topology): Promise<void> {
  const parsed = new URL(url);
  const database = decodeURIComponent(parsed.pathname.slice(1)) || 'default';
  parsed.pathname = '/default';
  const client = openClickHouse(parsed.href);
  try {
    await runStatements(
      client,
      `CREATE DATABASE IF NOT EXISTS \`${database.replaceAll('`', '\\`')}\` {{on_cluster}}`,
      topology,
    );
  } catch (error) {
    throw toOperatorError(error);
  } finally {
    await client.close();
  }
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
