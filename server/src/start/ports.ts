import { httpsListenHost } from './certificate-authority.ts';
import { findFreePort, isPortFree } from '../platform/free-port.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { pollUntil } from '../platform/retry.ts';
import { explainListenFailure, portTaken } from './listen.ts';
import type { Settings } from './settings.ts';

export type Ports = { api: number; edge: number; metrics: number };

// A process of a previous run may need a moment to release its port.
const portTimeoutMs = 1_500;

export async function choosePorts(settings: Settings): Promise<Ports> {
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
  await requireFreeHttpsPorts(settings);
  return {
    api: await choosePort({ host: settings.host, port: settings.port, variable: 'WAYPOST_PORT' }),
    edge: await choosePort({ host: settings.host, port: settings.edgePort, variable: 'WAYPOST_EDGE_PORT' }),
    metrics: await choosePort({
      host: '127.0.0.1',
      port: settings.metricsPort,
      variable: 'WAYPOST_METRICS_PORT',
    }),
  };
}

export async function requireFreeHttpsPorts({ https }: Pick<Settings, 'https'>): Promise<void> {
  if (https === undefined) return;
  const host = httpsListenHost(https);
  await choosePort({ host, port: https.httpsPort, variable: 'WAYPOST_HTTPS_PORT' });
  await choosePort({ host, port: https.httpPort, variable: 'WAYPOST_HTTP_PORT' });
}

async function choosePort(where: { host: string; port: number; variable: string }): Promise<number> {
  const { host, port } = where;
  try {
    if (port === 0) return await findFreePort(host);
    const probe = async () => ((await isPortFree(host, port)) ? true : undefined);
    const free = await pollUntil(probe, { timeoutMs: portTimeoutMs, intervalMs: 100 });
    if (free === true) return port;
  } catch (error) {
    throw explainListenFailure(error, where);
  }
  throw portTaken(where);
}
