import { Option, type Command } from 'commander';
import { roles, type RoleName } from '../start/roles/role.ts';
import { loadSettings } from '../start/settings.ts';
import { addHttpsOptions, readHttpsOptions, type HttpsOptions } from './https-options.ts';

type StartOptions = HttpsOptions & { role?: RoleName; demo?: true };

export function registerStart(program: Command): void {
  const start = program
    .command('start')
    .description('start Waypost, or a single role with external databases')
    .addOption(new Option('--role <role>', 'start only this role').choices(roles));
  addHttpsOptions(start)
    .option('--demo', 'fill the first workspace with sample traffic if it has no campaigns')
    .addHelpText(
      'after',
      '\nExample: waypost start\n         waypost start --domain tracker.example.com --tracking-domain track.example.com --email you@example.com\n         WAYPOST_DATABASE_URL=… WAYPOST_CLICKHOUSE_URL=… waypost start --role edge',
    )
    .action(async ({ role, demo, ...https }: StartOptions) => {
      const settings = loadSettings(readHttpsOptions(https));
      // These modules are the largest part of the program. They are imported here, because most commands do not need
      // them.
      if (role === undefined)
        await (
          await import('../start/supervisor/supervise.ts')
        ).runEverything(settings, { demo: demo === true });
      else await (await import('../start/roles/run-role.ts')).runRole(role, settings);
    });
}
