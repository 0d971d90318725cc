import { openDataDirectory, type TrafficStoreName } from '../../engines/data-directory.ts';
import type { MigrationResult } from '../../platform/migrations/postgres-history.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { chooseTrafficStore, configuredTrafficStore, type TrafficAddress } from '../engine-addresses.ts';
import { migratePostgresSchema, migrateTrafficSchema } from '../migrate.ts';
import type { Settings } from '../settings.ts';
import { openInstallation } from './open-installation.ts';

type ExternalMigrations = {
  postgres?: MigrationResult | undefined;
  traffic?: (MigrationResult & Pick<TrafficAddress, 'store'>) | undefined;
};

export async function migrateExternal(settings: Settings): Promise<ExternalMigrations> {
  const { databaseUrl, clickhouseUrl, clickhouseTopology } = settings;
  if (databaseUrl === undefined && clickhouseUrl === undefined) {
    throw new OperatorError(
      'configuration',
      'No external databases are configured. Embedded ones are migrated by `waypost start`.',
    );
  }
  const postgres = databaseUrl === undefined ? undefined : await migratePostgresSchema(databaseUrl);
  const traffic = await findExternalTraffic(settings);
  if (traffic === undefined) return { postgres };
  if (databaseUrl === undefined)
    return { postgres, traffic: await migrateWithEmbeddedLock(settings, traffic) };
  const result = await migrateTrafficSchema({ postgres: databaseUrl, traffic }, clickhouseTopology);
  return { postgres, traffic: { ...result, store: traffic.store } };
}

async function findExternalTraffic(settings: Settings): Promise<TrafficAddress | undefined> {
  const { databaseUrl, clickhouseUrl } = settings;
  const store = configuredTrafficStore(settings) ?? (await chooseLikeStart(settings));
  if (store === 'clickhouse' && clickhouseUrl !== undefined) return { store, url: clickhouseUrl };
  return store === 'postgres' && databaseUrl !== undefined ? { store, url: databaseUrl } : undefined;
}

async function chooseLikeStart(settings: Settings): Promise<TrafficStoreName> {
  return (await chooseTrafficStore(settings, openDataDirectory(settings.dataDirectory))).store;
}

// Starts the embedded PostgreSQL, because the migration lock is in PostgreSQL.
async function migrateWithEmbeddedLock(
  settings: Settings,
  traffic: TrafficAddress,
): Promise<ExternalMigrations['traffic']> {
  const installation = await openInstallation(settings);
  try {
    const engines = { postgres: installation.postgresUrl, traffic };
    const result = await migrateTrafficSchema(engines, settings.clickhouseTopology);
    return { ...result, store: traffic.store };
  } finally {
    await installation.close();
  }
}
