import type { Command } from 'commander';
import type { SettingOptions } from '../start/settings.ts';

export type HttpsOptions = { domain?: string; trackingDomain?: string; email?: string };

export function addHttpsOptions(command: Command): Command {
  return command
    .option('--domain <host>', 'serve the panel over HTTPS at this host')
    .option('--tracking-domain <host>', 'serve visitors over HTTPS at this host and all tracking domains')
    .option('--email <address>', 'address for messages from the certificate authority');
}

// Options that are not set must be missing, because an undefined value would hide the variable.
export function readHttpsOptions({ domain, trackingDomain, email }: HttpsOptions): SettingOptions {
  return {
    ...(domain === undefined ? {} : { WAYPOST_DOMAIN: domain }),
    ...(trackingDomain === undefined ? {} : { WAYPOST_TRACKING_DOMAIN: trackingDomain }),
    ...(email === undefined ? {} : { WAYPOST_ACME_EMAIL: email }),
  };
}
