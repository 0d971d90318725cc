import { inheritedEnvironment } from '../../config/environment.ts';
import type { Secrets } from '../../config/secrets.ts';
import type { EngineAddresses } from '../engine-addresses.ts';
import type { Ports } from '../ports.ts';
import type { Settings } from '../settings.ts';

export function roleEnvironment(resolved: {
  settings: Settings;
  ports: Ports;
  addresses: EngineAddresses;
  secrets: Secrets;
}): NodeJS.ProcessEnv {
  const { settings, ports, addresses, secrets } = resolved;
  const { traffic } = addresses;
  const values: Record<string, string | undefined> = {
    WAYPOST_DATABASE_URL: addresses.postgres,
    WAYPOST_TRAFFIC_STORE: traffic.store,
    WAYPOST_CLICKHOUSE_URL: traffic.store === 'clickhouse' ? traffic.url : undefined,
    WAYPOST_PORT: String(ports.api),
    WAYPOST_EDGE_PORT: String(ports.edge),
    WAYPOST_METRICS_PORT: String(ports.metrics),
    WAYPOST_LOG_FORMAT: settings.logFormat,
    // These can also be options of the command.
    WAYPOST_DOMAIN: settings.https?.panelHost,
    WAYPOST_TRACKING_DOMAIN: settings.https?.trackingHost,
    WAYPOST_ACME_EMAIL: settings.https?.authority.email,
    WAYPOST_SESSION_SECRET: settings.sessionSecret ?? secrets.session,
    WAYPOST_COOKIE_SECRET: settings.cookieSecret ?? secrets.cookie,
  };
  const files = Object.fromEntries(Object.keys(values).map((name) => [`${name}_FILE`, undefined]));
  return { ...inheritedEnvironment(), ...files, ...values };
}
