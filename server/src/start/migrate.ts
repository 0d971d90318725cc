import { join } from 'node:path';
import { migrateClickHouse, pendingClickHouse } from '../platform/migrations/clickhouse-history.ts';
import {
  migratePostgres,
  pendingPostgres,
  type MigrationResult,
} from '../platform/migrations/postgres-history.ts';
import { readMigrations } from '../platform/migrations/read-migrations.ts';
import { OperatorError } from '../platform/operator-error.ts';
import type { EngineAddresses } from './engine-addresses.ts';

const directory = join(import.meta.dirname, '..', '..', 'migrations');
const postgresMigrations = () => readMigrations(join(directory, 'postgres'));
const clickhouseMigrations = () => readMigrations(join(directory, 'clickhouse'));

export async function migratePostgresSchema(url: string): Promise<MigrationResult> {
  const result = await migratePostgres(url, postgresMigrations());
  // Loaded only here: commands that change nothing start faster without it.
  const { migrateQueue } = await import('../jobs/queue.ts');
  await migrateQueue(url);
  return result;
}

export async function migrateClickHouseSchema(
  engines: EngineAddresses,
  cluster: string | undefined,
): Promise<MigrationResult> {
  return await migrateClickHouse({
    url: engines.clickhouse,
    lockUrl: engines.postgres,
    migrations: clickhouseMigrations(),
    topology: { cluster },
  });
}

export async function pendingMigrations(engines: Partial<EngineAddresses>): Promise<string[]> {
  const { postgres, clickhouse } = engines;
  const pending = [
    postgres === undefined
      ? []
      : (await pendingPostgres(postgres, postgresMigrations())).map((name) => `postgres/${name}`),
    clickhouse === undefined
      ? []
      : (await pendingClickHouse(clickhouse, clickhouseMigrations())).map((name) => `clickhouse/${name}`),
  ];
  return pending.flat();
}

/** External engines are changed by `waypost migrate` only, never by the way. */
export async function requireCurrentSchema(engines: Partial<EngineAddresses>): Promise<void> {
  const pending = await pendingMigrations(engines);
  if (pending.length === 0) return;
  throw new OperatorError(
    'configuration',
    `the external databases are not up to date (${pending.join(', ')}): run \`waypost migrate\` first.`,
  );
}
