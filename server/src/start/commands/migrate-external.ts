import { openDataDirectory, type TrafficStoreName } from '../../engines/data-directory.ts';
import type { MigrationResult } from '../../platform/migrations/postgres-history.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { chooseTrafficStore, wantedTrafficStore, type TrafficAddress } from '../engine-addresses.ts';
import { migratePostgresSchema, migrateTrafficSchema } from '../migrate.ts';
import type { Settings } from '../settings.ts';
import { openInstallation } from './open-installation.ts';

type ExternalMigrations = {
  postgres?: MigrationResult | undefined;
  traffic?: (MigrationResult & Pick<TrafficAddress, 'store'>) | undefined;
};

/** Brings the external engines up to date, whichever there are; embedded ones are brought up to date at start. */
export async function migrateExternal(settings: Settings): Promise<ExternalMigrations> {
  const { databaseUrl, clickhouseUrl, clickhouseCluster } = settings;
  if (databaseUrl === undefined && clickhouseUrl === undefined) {
    throw new OperatorError(
      'configuration',
      'all engines are embedded: their schema is brought up to date by `waypost start`.',
    );
  }
  const postgres = databaseUrl === undefined ? undefined : await migratePostgresSchema(databaseUrl);
  const traffic = await findExternalTraffic(settings);
  if (traffic === undefined) return { postgres };
  if (databaseUrl === undefined) return { postgres, traffic: await migrateBesideEmbedded(settings, traffic) };
  const result = await migrateTrafficSchema({ postgres: databaseUrl, traffic }, clickhouseCluster);
  return { postgres, traffic: { ...result, store: traffic.store } };
}

/** An embedded ClickHouse is brought up to date at start. */
async function findExternalTraffic(settings: Settings): Promise<TrafficAddress | undefined> {
  const { databaseUrl, clickhouseUrl } = settings;
  const store = wantedTrafficStore(settings) ?? (await chooseAsStartDoes(settings));
  if (store === 'clickhouse' && clickhouseUrl !== undefined) return { store, url: clickhouseUrl };
  return store === 'postgres' && databaseUrl !== undefined ? { store, url: databaseUrl } : undefined;
}

/** Where nobody has said where traffic goes, a start may choose this PostgreSQL, and then asks for its schema. */
async function chooseAsStartDoes(settings: Settings): Promise<TrafficStoreName> {
  return (await chooseTrafficStore(settings, openDataDirectory(settings.dataDirectory))).store;
}

/** The lock that keeps two migrations apart is PostgreSQL's, also where that one is embedded. */
async function migrateBesideEmbedded(
  settings: Settings,
  traffic: TrafficAddress,
): Promise<ExternalMigrations['traffic']> {
  const installation = await openInstallation(settings);
  try {
    const engines = { postgres: installation.postgresUrl, traffic };
    const result = await migrateTrafficSchema(engines, settings.clickhouseCluster);
    return { ...result, store: traffic.store };
  } finally {
    await installation.close();
  }
}
