import type { Command } from 'commander';
import type { MigrationResult } from '../platform/migrations/postgres-history.ts';
import { loadSettings } from '../start/settings.ts';
import { printResult } from './output.ts';

export function registerMigrate(program: Command): void {
  program
    .command('migrate')
    .description('migrate external databases; embedded ones are migrated by "waypost start"')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample: WAYPOST_DATABASE_URL=… WAYPOST_CLICKHOUSE_URL=… waypost migrate')
    .action(async (options: { json?: boolean }) => {
      const { migrateExternal } = await import('../start/commands/migrate-external.ts');
      const done = await migrateExternal(loadSettings());
      const lines = [...describe('PostgreSQL', done.postgres), ...describe('Traffic schema', done.traffic)];
      printResult(options, done, lines);
    });
}

function describe(name: string, result: MigrationResult | undefined): string[] {
  if (result === undefined) return [];
  const done = result.applied.length === 0 ? 'up to date' : `applied ${result.applied.join(', ')}`;
  return [`${name}: version ${result.version}, ${done}.`];
}
