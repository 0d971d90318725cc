import type { Command } from 'commander';
import type { MigrationResult } from '../platform/migrations/postgres-history.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { migrateClickHouseSchema, migratePostgresSchema } from '../start/migrate.ts';
import { openInstallation } from '../start/open-installation.ts';
import { loadSettings, type Settings } from '../start/settings.ts';
import { printResult } from './output.ts';

export function registerMigrate(program: Command): void {
  program
    .command('migrate')
    .description('bring external databases up to date (embedded ones are brought up to date at start)')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample: WAYPOST_DATABASE_URL=… WAYPOST_CLICKHOUSE_URL=… waypost migrate')
    .action(async (options: { json?: boolean }) => {
      const settings = loadSettings();
      const { databaseUrl, clickhouseUrl } = settings;
      if (databaseUrl === undefined && clickhouseUrl === undefined) {
        throw new OperatorError(
          'configuration',
          'both engines are embedded: their schema is brought up to date by `waypost start`.',
        );
      }
      const postgres = databaseUrl === undefined ? undefined : await migratePostgresSchema(databaseUrl);
      const clickhouse =
        clickhouseUrl === undefined ? undefined : await migrateExternalClickHouse(settings, clickhouseUrl);
      printResult(options, { postgres, clickhouse }, [
        ...describe('PostgreSQL', postgres),
        ...describe('ClickHouse', clickhouse),
      ]);
    });
}

/** The lock that keeps two migrations apart is PostgreSQL's, also where that one is embedded. */
async function migrateExternalClickHouse(settings: Settings, clickhouse: string): Promise<MigrationResult> {
  const installation = await openInstallation(settings);
  try {
    return await migrateClickHouseSchema(
      { postgres: installation.postgresUrl, clickhouse },
      settings.clickhouseCluster,
    );
  } finally {
    await installation.close();
  }
}

function describe(name: string, result: MigrationResult | undefined): string[] {
  if (result === undefined) return [];
  const done = result.applied.length === 0 ? 'nothing to do' : `applied ${result.applied.join(', ')}`;
  return [`${name} is at version ${result.version}, ${done}.`];
}
