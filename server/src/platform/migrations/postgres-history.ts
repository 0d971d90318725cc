import { Client } from 'pg';
import { OperatorError } from '../operator-error.ts';
import { describeError } from '../errors.ts';
import { planMigrations, type AppliedMigration } from './plan-migrations.ts';
import type { Migration } from './read-migrations.ts';

// An arbitrary number that only this product's migrations use, as the name of their lock.
const lockKey = 7_240_811_523;

/** Roles that can be stepped into without inheriting their rights came with this version. */
export const oldestServer = 16;

// What a server limits for everybody else: a migration takes the time it takes, and while ClickHouse is migrated the
// transaction that holds the lock only waits. Servers before 17 have no transaction_timeout, which is no mistake here.
const withoutLimits = `SELECT set_config(name, '0', true) FROM pg_settings WHERE name IN
  ('statement_timeout', 'lock_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout')`;

export type MigrationResult = { applied: string[]; version: number };

/** Where it stands what was applied; a database may hold several such histories, each in a schema of its own. */
export type History = {
  /** For people. */
  of: string;
  table: string;
  schema?: string;
};
const ownHistory: History = { of: 'PostgreSQL', table: 'schema_migrations' };

/** Applies what is missing in one transaction, under a lock that any number of processes may queue for. */
export async function migratePostgres(
  url: string,
  migrations: Migration[],
  history: History = ownHistory,
): Promise<MigrationResult> {
  return await withMigrationLock(url, async (client) => {
    await requireServerVersion(client);
    if (history.schema !== undefined) await client.query(`CREATE SCHEMA IF NOT EXISTS ${history.schema}`);
    await client.query(
      `CREATE TABLE IF NOT EXISTS ${history.table} (
         version integer PRIMARY KEY, name text NOT NULL, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`,
    );
    const pending = planMigrations(history.of, await readHistory(client, history), migrations);
    for (const migration of pending) {
      await applyMigration(client, migration, history);
    }
    return { applied: pending.map(label), version: migrations.length };
  });
}

/** What `migratePostgres` would do, without doing it. */
export async function pendingPostgres(
  url: string,
  migrations: Migration[],
  history: History = ownHistory,
): Promise<string[]> {
  return await withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string | null }>('SELECT to_regclass($1)::text AS name', [
      history.table,
    ]);
    const applied = rows[0]?.name ? await readHistory(client, history) : [];
    return planMigrations(history.of, applied, migrations).map(label);
  });
}

/** Holds the lock for as long as `work` runs; a transaction's lock also works behind a connection pooler. */
export async function withMigrationLock<Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  return await withClient(url, async (client) => {
    await client.query('BEGIN');
    await client.query(withoutLimits);
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
  if (major >= oldestServer) return;
  throw new OperatorError(
    'configuration',
    `this is PostgreSQL ${major}, and ${oldestServer} or newer is needed.`,
  );
}

async function applyMigration(client: Client, migration: Migration, { of, table }: History): Promise<void> {
  try {
    await client.query(migration.sql);
  } catch (error) {
    throw new OperatorError(
      'engineUnavailable',
      `the ${of} migration ${label(migration)} failed and was rolled back; it can be repeated: ${describeError(error)}`,
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

async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw new OperatorError('engineUnavailable', `PostgreSQL cannot be reached: ${describeError(error)}`, {
      cause: error,
    });
  }
  try {
    return await work(client);
  } finally {
    // Closing the connection also rolls back what was not committed.
    await client.end().catch(() => undefined);
  }
}
