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

// As long as timers can be: a migration takes the time it takes.
const noTimeoutMs = 2 ** 31 - 1;
const withoutLimits = { max_execution_time: 0 } as const;

/**
 * Applies what is missing. ClickHouse has neither transactions nor locks: the lock is PostgreSQL's, and every statement
 * is written so that it may run again after a crash between it and the line in the history.
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

/** What `migrateClickHouse` would do, without doing it. */
export async function pendingClickHouse(url: string, migrations: Migration[]): Promise<string[]> {
  const client = openClickHouse(url);
  try {
    return planMigrations('ClickHouse', await readHistory(client), migrations).map(label);
  } catch (error) {
    if (isMissing(error)) return migrations.map(label);
    throw unreachable(error);
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
      `the ClickHouse migration ${label(migration)} failed; it will be tried again from its beginning: ${describeError(error)}`,
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
  // A crash between insert and answer may leave a line twice; it says the same thing.
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
    throw unreachable(error);
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
    throw unreachable(error);
  } finally {
    await client.close();
  }
}

function isMissing(error: unknown): boolean {
  const type = (error as { type?: string }).type;
  return type === 'UNKNOWN_TABLE' || type === 'UNKNOWN_DATABASE';
}

function unreachable(error: unknown): OperatorError {
  if (error instanceof OperatorError) return error;
  return new OperatorError('engineUnavailable', `ClickHouse cannot be used: ${describeError(error)}`, {
    cause: error,
  });
}
