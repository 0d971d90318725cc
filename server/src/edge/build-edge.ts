import { createServer, type Server } from 'node:http';
import type { Readiness } from '../platform/health.ts';

const plainText = {
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
};

/** The server that faces the traffic. It answers health questions; tracking addresses are not served yet. */
export function buildEdge(options: { readiness: () => Readiness }): Server {
  return createServer((request, response) => {
    if (request.url === '/healthz')
      return void response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"alive"}');
    if (request.url === '/readyz') {
      return void response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify(options.readiness()));
    }
    response.writeHead(404, plainText).end('Nothing here.\n');
  });
}
