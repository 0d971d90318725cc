import { Option, type Command } from 'commander';
import { roles, type RoleName } from '../start/roles/role.ts';
import { loadSettings, type SettingOptions } from '../start/settings.ts';

type HttpsOptions = { domain?: string; trackingDomain?: string; email?: string };
type StartOptions = HttpsOptions & { role?: RoleName; demo?: true };

export function registerStart(program: Command): void {
  program
    .command('start')
    .description('start Waypost, or a single role with external databases')
    .addOption(new Option('--role <role>', 'start only this role').choices(roles))
    .option('--domain <host>', 'serve the panel over HTTPS at this host')
    .option('--tracking-domain <host>', 'serve visitors over HTTPS at this host and all tracking domains')
    .option('--email <address>', 'address for messages from the certificate authority')
    .option('--demo', 'fill the first workspace with sample traffic if it has no campaigns')
    .addHelpText(
      'after',
      '\nExample: waypost start\n         waypost start --domain tracker.example.com --tracking-domain track.example.com --email you@example.com\n         WAYPOST_DATABASE_URL=… WAYPOST_CLICKHOUSE_URL=… waypost start --role edge',
    )
    .action(async ({ role, demo, ...https }: StartOptions) => {
      const settings = loadSettings(readOptions(https));
      // These modules are the largest part of the program. They are imported here, because most commands do not need
      // them.
      if (role === undefined)
        await (
          await import('../start/supervisor/supervise.ts')
        ).runEverything(settings, { demo: demo === true });
      else await (await import('../start/roles/run-role.ts')).runRole(role, settings);
    });
}

// Options that are not set must be missing, because an undefined value would hide the variable.
function readOptions({ domain, trackingDomain, email }: HttpsOptions): SettingOptions {
  return {
    ...(domain === undefined ? {} : { WAYPOST_DOMAIN: domain }),
    ...(trackingDomain === undefined ? {} : { WAYPOST_TRACKING_DOMAIN: trackingDomain }),
    ...(email === undefined ? {} : { WAYPOST_ACME_EMAIL: email }),
  };
}
