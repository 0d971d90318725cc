import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { OperatorError } from '../operator-error.ts';
import { describeError, systemCode } from '../errors.ts';
import { withoutTimeLimits, withPostgresClient } from '../postgres-session.ts';
import { planMigrations, type AppliedMigration } from './plan-migrations.ts';
import type { Migration } from './read-migrations.ts';

// Arbitrary key for an advisory lock that only migrations use.
const lockKey = 7_240_811_523;

/** First version of PostgreSQL in which a role can be granted without inheriting its privileges. */
export const minServerVersion = 16;

export type MigrationResult = { applied: string[]; version: number };

/** A table of applied migrations. A database may contain several histories, each in a separate schema. */
export type History = {
  engine: string;
  table: string;
  schema?: string;
};
const ownHistory: History = { engine: 'PostgreSQL', table: 'schema_migrations' };

// While a migration waits for a table, other statements on the table wait behind it.
const tableWaitMs = 1_000;
const busyPauseMs = 500;
const busyAttempts = 200;
const lockNotAvailable = '55P03';

/**
 * Applies pending migrations in one transaction, while holding a lock that other migrating processes wait for. Starts
 * over if a table is busy.
 */
export async function migratePostgres(
  url: string,
  migrations: Migration[],
  history: History = ownHistory,
): Promise<MigrationResult> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await migrateOnce(url, migrations, history);
    } catch (error) {
      const cause = error instanceof OperatorError ? error.cause : error;
      if (systemCode(cause) !== lockNotAvailable || attempt === busyAttempts) throw error;
    }
    await sleep(busyPauseMs);
  }
}

async function migrateOnce(url: string, migrations: Migration[], history: History): Promise<MigrationResult> {
  return await withMigrationLock(url, async (client) => {
    await requireServerVersion(client);
    if (history.schema !== undefined) await client.query(`CREATE SCHEMA IF NOT EXISTS ${history.schema}`);
    await client.query(
      `CREATE TABLE IF NOT EXISTS ${history.table} (
         version integer PRIMARY KEY, name text NOT NULL, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`,
    );
    const pending = planMigrations(history.engine, await readHistory(client, history), migrations);
    await client.query(`SET LOCAL lock_timeout = ${tableWaitMs}`);
    for (const migration of pending) {
      await applyMigration(client, migration, history);
    }
    return { applied: pending.map(label), version: migrations.length };
  });
}

export async function pendingPostgres(
  url: string,
  migrations: Migration[],
  history: History = ownHistory,
  waypostVersion?: string,
): Promise<string[]> {
  return await withPostgresClient(url, async (client) => {
    const { rows } = await client.query<{ name: string | null }>('SELECT to_regclass($1)::text AS name', [
      history.table,
    ]);
    const applied = rows[0]?.name ? await readHistory(client, history) : [];
    return planMigrations(history.engine, applied, migrations, waypostVersion).map(label);
  });
}

/**
 * Holds a lock while `work` runs. The lock is held by a transaction, so that it also works through a connection pooler.
 */
export async function withMigrationLock<Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  return await withPostgresClient(url, async (client) => {
    await client.query('BEGIN');
    // Migrations have no time limit, and this transaction is idle while ClickHouse is migrated.
    await client.query(withoutTimeLimits);
    await client.query('SELECT pg_advisory_xact_lock($1)', [lockKey]);
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  });
}

export function label(migration: { version: number; name: string }): string {
  return `${String(migration.version).padStart(4, '0')}_${migration.name}`;
}

async function requireServerVersion(client: Client): Promise<void> {
  const { rows } = await client.query<{ number: string }>(
    `SELECT current_setting('server_version_num') AS number`,
  );
  const major = Math.floor(Number(rows[0]?.number) / 10_000);
  if (major >= minServerVersion) return;
  throw new OperatorError(
    'configuration',
    `PostgreSQL ${major} is too old. Use PostgreSQL ${minServerVersion} or newer.`,
  );
}

async function applyMigration(
  client: Client,
  migration: Migration,
  { engine, table }: History,
): Promise<void> {
  try {
    await client.query(migration.sql);
  } catch (error) {
    throw new OperatorError(
      'engineUnavailable',
      `the ${engine} migration ${label(migration)} failed and was rolled back. Fix this error and try again: ${describeError(error)}`,
      { cause: error },
    );
  }
  await client.query(`INSERT INTO ${table} (version, name, checksum) VALUES ($1, $2, $3)`, [
    migration.version,
    migration.name,
    migration.checksum,
  ]);
}

async function readHistory(client: Client, { table }: History): Promise<AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>(
    `SELECT version, name, checksum FROM ${table} ORDER BY version`,
  );
  return rows;
}
