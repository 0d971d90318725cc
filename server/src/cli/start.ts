import { Option, type Command } from 'commander';
import { runEverything } from '../start/all.ts';
import { roles, type RoleName } from '../start/role.ts';
import { runRole } from '../start/run-role.ts';
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
      if (role === undefined) await runEverything(settings);
      else await runRole(role, settings);
    });
}
