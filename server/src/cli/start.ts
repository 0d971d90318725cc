import { Option, type Command } from 'commander';
import { roles, type RoleName } from '../start/role.ts';
import { loadSettings } from '../start/settings.ts';
import { demoIsMissing } from './demo.ts';

export function registerStart(program: Command): void {
  program
    .command('start')
    .description('start Waypost: everything, or one role on external engines')
    .addOption(new Option('--role <role>', 'only this role').choices(roles))
    .option('--demo', 'also fill a workspace with demo traffic (not there yet)')
    .addHelpText(
      'after',
      '\nExample: waypost start\n         WAYPOST_DATABASE_URL=… WAYPOST_CLICKHOUSE_URL=… waypost start --role edge',
    )
    .action(async ({ role, demo }: { role?: RoleName; demo?: true }) => {
      if (demo === true) process.stderr.write(`waypost: ${demoIsMissing}\n`);
      const settings = loadSettings();
      // Loaded here and not above: most commands never need it, and it is most of what there is to load.
      if (role === undefined) await (await import('../start/all.ts')).runEverything(settings);
      else await (await import('../start/run-role.ts')).runRole(role, settings);
    });
}
