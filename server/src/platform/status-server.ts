import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readiness } from './health.ts';
import { isOwnHost } from './own-host.ts';

type StatusSource = {
  readiness: () => Promise<Readiness> | Readiness;
  metrics: () => Promise<string>;
};

export type StatusServer = { port: number; close: () => Promise<void> };

const loopback = '127.0.0.1';

/** `/metrics`, `/healthz` and `/readyz`, for machines on this host only. */
export async function startStatusServer(port: number, source: StatusSource): Promise<StatusServer> {
  const server = createServer((request, response) => {
    response.setHeader('x-content-type-options', 'nosniff');
    const refused = refuse(request);
    if (refused !== undefined) {
      response.writeHead(refused.status).end(refused.body);
      return;
    }
    void answer(request.url ?? '', source).then(
      ({ status, type, body }) => response.writeHead(status, { 'content-type': type }).end(body),
      () => response.writeHead(503).end('status is not available\n'),
    );
  });
  await listen(server, port);
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { port: (server.address() as AddressInfo).port, close };
}

/** A page whose name somebody has pointed here must not read what machines of this host may. */
function refuse({
  headersDistinct: { host = [] },
}: IncomingMessage): { status: number; body: string } | undefined {
  if (host.length > 1) return { status: 400, body: 'the request names more than one host\n' };
  return host.every(isOwnHost) ? undefined : { status: 403, body: 'ask for 127.0.0.1 or localhost\n' };
}

async function answer(
  url: string,
  source: StatusSource,
): Promise<{ status: number; type: string; body: string }> {
  if (url === '/healthz') return { status: 200, type: 'application/json', body: '{"status":"alive"}\n' };
  if (url === '/metrics')
    return { status: 200, type: 'text/plain; version=0.0.4', body: await source.metrics() };
  if (url !== '/readyz')
    return { status: 404, type: 'text/plain', body: 'try /metrics, /healthz or /readyz\n' };
  const readiness = await source.readiness();
  return {
    status: readinessStatus(readiness),
    type: 'application/json',
    body: `${JSON.stringify(readiness)}\n`,
  };
}

/** A degraded part still serves, so a balancer must not take it out. */
export function readinessStatus(readiness: Readiness): number {
  return readiness.status === 'unavailable' ? 503 : 200;
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: loopback, port, exclusive: true }, () => resolve());
  });
}
