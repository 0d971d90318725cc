import { isIP } from 'node:net';
import { httpsListenHost } from './certificate-authority.ts';
import { findFreePort, isPortFree } from '../platform/free-port.ts';
import type { ActivatedPort } from '../platform/held-port.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { pollUntil } from '../platform/retry.ts';
import { explainListenFailure, portTaken } from './listen.ts';
import type { Settings } from './settings.ts';

export type Ports = { api: number; edge: number; metrics: number };

type PortPlace = { host: string; port: number; variable: string };

// A process of a previous run may need a moment to release its port.
const portTimeoutMs = 1_500;

// Ports that visitors and people connect to. The HTTPS ports are in the order that the edge expects.
export function listPublicPorts({
  host,
  port,
  edgePort,
  https,
}: Pick<Settings, 'host' | 'port' | 'edgePort' | 'https'>): { api: PortPlace; edge: PortPlace[] } {
  const edge = [{ host, port: edgePort, variable: 'WAYPOST_EDGE_PORT' }];
  if (https !== undefined) {
    const everywhere = httpsListenHost(https);
    edge.push({ host: everywhere, port: https.httpsPort, variable: 'WAYPOST_HTTPS_PORT' });
    edge.push({ host: everywhere, port: https.httpPort, variable: 'WAYPOST_HTTP_PORT' });
  }
  return { api: { host, port, variable: 'WAYPOST_PORT' }, edge };
}

// `activated` are ports that systemd holds for this process.
export async function choosePorts(
  settings: Settings,
  activated: readonly ActivatedPort[] = [],
): Promise<Ports> {
  const { https } = settings;
  const secure = https === undefined ? [] : [https.httpsPort, https.httpPort];
  const fixed = [settings.port, settings.edgePort, settings.metricsPort, ...secure].filter(
    (port) => port !== 0,
  );
  if (new Set(fixed).size < fixed.length) {
    const names = https === undefined ? '' : ', WAYPOST_HTTPS_PORT, WAYPOST_HTTP_PORT';
    throw new OperatorError(
      'configuration',
      `WAYPOST_PORT, WAYPOST_EDGE_PORT${names} and WAYPOST_METRICS_PORT must differ.`,
    );
  }
  const choose = (place: PortPlace) => choosePort(place, activated);
  const { api, edge } = listPublicPorts(settings);
  const [plain, ...others] = edge as [PortPlace, ...PortPlace[]];
  for (const place of others) await choose(place);
  return {
    api: await choose(api),
    edge: await choose(plain),
    metrics: await choose({
      host: '127.0.0.1',
      port: settings.metricsPort,
      variable: 'WAYPOST_METRICS_PORT',
    }),
  };
}

export async function requireFreeHttpsPorts(settings: Settings): Promise<void> {
  const [, ...https] = listPublicPorts(settings).edge;
  for (const place of https) await choosePort(place, []);
}

const wildcards = new Set(['0.0.0.0', '::']);

export function findActivatedPort(
  { host, port, variable }: PortPlace,
  activated: readonly ActivatedPort[],
): ActivatedPort | undefined {
  const found = activated.find((one) => one.port === port);
  if (found === undefined) return undefined;
  const { address } = found;
  // The name was resolved when the service was installed.
  const isSame = isIP(host) === 0 || address === host || (wildcards.has(address) && wildcards.has(host));
  if (isSame) return found;
  throw new OperatorError(
    'configuration',
    `The service listens on ${address} for port ${port} (${variable}), but the settings say ${host}. Apply the settings with: sudo waypost service install`,
  );
}

async function choosePort(place: PortPlace, activated: readonly ActivatedPort[]): Promise<number> {
  const { host, port } = place;
  try {
    if (port === 0) return await findFreePort(host);
    if (findActivatedPort(place, activated) !== undefined) return port;
    const probe = async () => ((await isPortFree(host, port)) ? true : undefined);
    const free = await pollUntil(probe, { timeoutMs: portTimeoutMs, intervalMs: 100 });
    if (free === true) return port;
  } catch (error) {
    throw explainListenFailure(error, place);
  }
  throw portTaken(place);
}
