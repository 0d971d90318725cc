import { Option, type Command } from 'commander';
import { roles, type RoleName } from '../start/roles/role.ts';
import { loadSettings } from '../start/settings.ts';

export function registerStart(program: Command): void {
  program
    .command('start')
    .description('start Waypost: everything, or one role on external engines')
    .addOption(new Option('--role <role>', 'only this role').choices(roles))
    .option('--demo', 'also fill the first workspace with demo traffic, if it has no campaigns')
    .addHelpText(
      'after',
      '\nExample: waypost start\n         WAYPOST_DATABASE_URL=… WAYPOST_CLICKHOUSE_URL=… waypost start --role edge',
    )
    .action(async ({ role, demo }: { role?: RoleName; demo?: true }) => {
      const settings = loadSettings();
      // Loaded here and not above: most commands never need it, and it is most of what there is to load.
      if (role === undefined)
        await (
          await import('../start/supervisor/supervise.ts')
        ).runEverything(settings, { demo: demo === true });
      else await (await import('../start/roles/run-role.ts')).runRole(role, settings);
    });
}
