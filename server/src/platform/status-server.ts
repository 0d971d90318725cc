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

export async function startStatusServer(port: number, source: StatusSource): Promise<StatusServer> {
  const server = createServer((request, response) => {
    response.setHeader('x-content-type-options', 'nosniff');
    const rejection = rejectHost(request);
    if (rejection !== undefined) {
      response.writeHead(rejection.status).end(rejection.body);
      return;
    }
    void respond(request.url ?? '', source).then(
      ({ status, type, body }) => response.writeHead(status, { 'content-type': type }).end(body),
      () => response.writeHead(503).end('Status is not available\n'),
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

// Prevents DNS rebinding: a web page whose host name points to this server must not read the status.
function rejectHost({
  headersDistinct: { host = [] },
}: IncomingMessage): { status: number; body: string } | undefined {
  if (host.length > 1) return { status: 400, body: 'The request has more than one Host header\n' };
  return host.every(isOwnHost)
    ? undefined
    : { status: 403, body: 'Use 127.0.0.1 or localhost as the host\n' };
}

async function respond(
  url: string,
  source: StatusSource,
): Promise<{ status: number; type: string; body: string }> {
  if (url === '/healthz') return { status: 200, type: 'application/json', body: '{"status":"alive"}\n' };
  if (url === '/metrics')
    return { status: 200, type: 'text/plain; version=0.0.4', body: await source.metrics() };
  if (url !== '/readyz')
    return { status: 404, type: 'text/plain', body: 'Not found. Try /metrics, /healthz or /readyz\n' };
  const readiness = await source.readiness();
  return {
    status: readinessStatus(readiness),
    type: 'application/json',
    body: `${JSON.stringify(readiness)}\n`,
  };
}

/** Returns 200 for a degraded role, because it still serves requests and load balancers must not remove it. */
export function readinessStatus(readiness: Readiness): number {
  return readiness.status === 'unavailable' ? 503 : 200;
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: loopback, port, exclusive: true }, () => resolve());
  });
}
