import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  migratePostgres,
  pendingPostgres,
  type History,
  type MigrationResult,
} from '../platform/migrations/postgres-history.ts';
import { readMigrations } from '../platform/migrations/read-migrations.ts';
import type { Topology } from '../traffic/clickhouse/migration-sql.ts';
import type { TrafficStoreName } from '../engines/data-directory.ts';
import { OperatorError } from '../platform/operator-error.ts';
import type { EngineAddresses, TrafficAddress } from './engine-addresses.ts';

const directory = fileURLToPath(new URL('../../migrations', import.meta.url));
// Migrations of a version that is not running yet are in another folder.
type MigrationFiles = { folder: string; version?: string };
const postgresMigrations = (folder = directory) => readMigrations(join(folder, 'postgres'));
const trafficHistory: History = {
  engine: 'PostgreSQL traffic',
  schema: 'traffic',
  table: 'traffic.schema_migrations',
};
const trafficMigrations = ({ store }: Pick<TrafficAddress, 'store'>, folder = directory) =>
  readMigrations(join(folder, store === 'clickhouse' ? 'clickhouse' : 'postgres-traffic'));

export async function migratePostgresSchema(url: string, until?: number): Promise<MigrationResult> {
  return await migratePostgres(url, postgresMigrations().slice(0, until));
}

export function newestMigrations(store: TrafficStoreName): { postgres: number; traffic: number } {
  return { postgres: postgresMigrations().length, traffic: trafficMigrations({ store }).length };
}

/**
 * Migrates the traffic store. Must run after `migratePostgresSchema`, because this migration needs PostgreSQL's roles
 * and lock.
 */
export async function migrateTrafficSchema(
  { postgres, traffic }: EngineAddresses,
  topology: Topology = {},
  until?: number,
): Promise<MigrationResult> {
  const migrations = trafficMigrations(traffic).slice(0, until);
  if (traffic.store === 'postgres') return await migratePostgres(traffic.url, migrations, trafficHistory);
  const { migrateClickHouse } = await import('../traffic/clickhouse/migration-history.ts');
  return await migrateClickHouse({ url: traffic.url, lockUrl: postgres, migrations, topology });
}

export async function pendingMigrations(
  { postgres, traffic }: Partial<EngineAddresses>,
  files: MigrationFiles = { folder: directory },
): Promise<string[]> {
  const { folder, version } = files;
  const inPostgres =
    postgres === undefined
      ? []
      : await pendingPostgres(postgres, postgresMigrations(folder), undefined, version);
  const inTraffic = traffic === undefined ? [] : await pendingTraffic(traffic, files);
  return [...label('postgres', inPostgres), ...label(`${traffic?.store} traffic`, inTraffic)];
}

async function pendingTraffic(
  traffic: TrafficAddress,
  { folder, version }: MigrationFiles,
): Promise<string[]> {
  const migrations = trafficMigrations(traffic, folder);
  if (traffic.store === 'postgres')
    return await pendingPostgres(traffic.url, migrations, trafficHistory, version);
  const { pendingClickHouse } = await import('../traffic/clickhouse/migration-history.ts');
  return await pendingClickHouse(traffic.url, migrations, version);
}

function label(schema: string, names: readonly string[]): string[] {
  return names.map((name) => `${schema}/${name}`);
}

/** Throws if an external database is not migrated. Only `waypost migrate` changes external databases. */
export async function requireCurrentSchema(engines: Partial<EngineAddresses>): Promise<void> {
  const pending = await pendingMigrations(engines);
  if (pending.length === 0) return;
  throw new OperatorError(
    'configuration',
    `The external databases are not up to date (${pending.join(', ')}). Run \`waypost migrate\` first.`,
  );
}
