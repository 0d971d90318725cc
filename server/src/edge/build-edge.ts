import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Readiness } from '../platform/health.ts';
import { json, neutralPage } from './answers.ts';
import { serveClick } from './clicks/serve-click.ts';
import { servePixel } from './direct/serve-pixel.ts';
import { serveReport } from './direct/serve-report.ts';
import { serveScript } from './direct/serve-script.ts';
import type { EdgeParts } from './edge-parts.ts';
import { serveVisit } from './visits/serve-visit.ts';

export type EdgeOptions = {
  parts: EdgeParts;
  readiness: () => Readiness;
  onFailure: (error: unknown) => void;
};

// A link of 8 KiB and a full cookie jar fit; what is longer is no visitor.
const headerBytesMax = 32 * 1024;
const headersTimeoutMs = 10_000;
const requestTimeoutMs = 30_000;
const keepAliveMs = 65_000;

/** The server that faces the traffic. Whatever is asked, it answers, and never with more than it must say. */
export function buildEdge(options: EdgeOptions): Server {
  const server = createServer(
    {
      maxHeaderSize: headerBytesMax,
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      keepAliveTimeout: keepAliveMs,
    },
    (request, response) => {
      try {
        dispatch(options, request, response);
      } catch (error) {
        fail(options, response, error);
      }
    },
  );
  server.on('clientError', (_, socket) => {
    if (socket.writable)
      socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
    else socket.destroy();
  });
  return server;
}

/** A mistake of ours: it is counted and logged, and the visitor sees nothing of it. */
function fail({ parts, onFailure }: EdgeOptions, response: ServerResponse, error: unknown): void {
  parts.counters.failures += 1;
  onFailure(error);
  if (response.headersSent) response.destroy();
  else neutralPage(response, 404);
}

function dispatch(options: EdgeOptions, request: IncomingMessage, response: ServerResponse): void {
  const { parts } = options;
  const url = request.url ?? '/';
  if (url.startsWith('/c/')) return serveVisit(parts, url.slice(3, 39).toLowerCase(), request, response);
  const click = url.startsWith('/go') ? clickPath.exec(url) : null;
  if (click !== null) return serveClick(parts, Number(click[1] ?? 1), request, response);
  if (isAt(url, '/v'))
    return serveReport(parts, request, response, (error) => fail(options, response, error));
  if (isAt(url, '/p.gif')) return servePixel(parts, request, response);
  if (isAt(url, '/t.js')) return serveScript(request, response);
  if (url === '/healthz') return json(response, 200, { status: 'alive' });
  // Whoever can reach this port is a stranger: the parts are told on the status port only.
  if (url === '/readyz') return json(response, 200, { status: options.readiness().status });
  parts.counters.neutralPages += 1;
  neutralPage(response, 404);
}

// A page has at most 99 links, and what else begins so is no click.
const clickPath = /^\/go(?:\/([1-9]\d?))?\/?(?:$|[?&])/;

/** With or without a query. */
function isAt(url: string, path: string): boolean {
  return url.startsWith(path) && (url.length === path.length || url[path.length] === '?');
}
