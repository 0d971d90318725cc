import type { MigrationResult } from '../platform/migrations/postgres-history.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { migrateClickHouseSchema, migratePostgresSchema } from './migrate.ts';
import { openInstallation } from './open-installation.ts';
import type { Settings } from './settings.ts';

export type ExternalMigrations = {
  postgres?: MigrationResult | undefined;
  clickhouse?: MigrationResult | undefined;
};

/** Brings the external engines up to date, whichever there are; embedded ones are brought up to date at start. */
export async function migrateExternal(settings: Settings): Promise<ExternalMigrations> {
  const { databaseUrl, clickhouseUrl } = settings;
  if (databaseUrl === undefined && clickhouseUrl === undefined) {
    throw new OperatorError(
      'configuration',
      'both engines are embedded: their schema is brought up to date by `waypost start`.',
    );
  }
  const postgres = databaseUrl === undefined ? undefined : await migratePostgresSchema(databaseUrl);
  if (clickhouseUrl === undefined) return { postgres };
  return { postgres, clickhouse: await migrateExternalClickHouse(settings, clickhouseUrl) };
}

/** The lock that keeps two migrations apart is PostgreSQL's, also where that one is embedded. */
async function migrateExternalClickHouse(settings: Settings, clickhouse: string): Promise<MigrationResult> {
  const installation = await openInstallation(settings);
  try {
    const engines = { postgres: installation.postgresUrl, clickhouse };
    return await migrateClickHouseSchema(engines, settings.clickhouseCluster);
  } finally {
    await installation.close();
  }
}
