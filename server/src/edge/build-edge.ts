import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { prepareToDrain } from '../platform/drain-connections.ts';
import type { Readiness } from '../platform/health.ts';
import { json, neutralPage } from './answers.ts';
import { closeIdleWhenBusy } from './close-idle-when-busy.ts';
import { serveClick } from './clicks/serve-click.ts';
import { servePixel } from './direct/serve-pixel.ts';
import { serveScriptMessage } from './direct/serve-script-message.ts';
import { serveScript } from './direct/serve-script.ts';
import type { EdgeContext } from './edge-context.ts';
import type { EdgeRequest, EdgeResponse } from './exchange.ts';
import { serveFastHttp } from './fast-http/serve-fast-http.ts';
import { answerPlainRoute, type HttpsRoutes } from './https/plain-routes.ts';
import { serveEvent } from './incoming/serve-event.ts';
import { readRoute, splitAddress, type RequestRoute } from '../domain/read-route.ts';
import { serveVisit } from './visits/serve-visit.ts';
import { limitPendingRequests, type PendingRequestLimits } from './pending-requests.ts';

type EdgeOptions = {
  context: EdgeContext;
  readiness: () => Readiness;
  onFailure: (error: unknown) => void;
  // Set if this edge terminates TLS.
  https?: HttpsRoutes | undefined;
  limits?: Partial<EdgeLimits>;
};

export type EdgeLimits = PendingRequestLimits & {
  headersTimeoutMs: number;
  requestTimeoutMs: number;
  keepAliveMs: number;
  checkEveryMs: number;
  /** Maximum time without progress while the client reads a response. */
  socketTimeoutMs: number;
  /** New connections are refused when this limit is reached, because each connection takes about 10 KB of memory. */
  connectionsMax: number;
};

// Large enough for an 8 KiB URL and all of a browser's cookies. Real visitors don't send longer headers.
const headerBytesMax = 32 * 1024;
const defaultLimits: EdgeLimits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  keepAliveMs: 65_000,
  checkEveryMs: 2_000,
  socketTimeoutMs: 60_000,
  connectionsMax: 10_000,
  pendingPerConnection: 100,
  pendingMax: 5_000,
};

// Time for the client to read an error response before the connection is destroyed.
const lingerMs = 500;
const badRequest = 'HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n';

export type Edge = {
  server: Server;
  /** Must be awaited before the server is closed, so that requests in progress are answered. */
  drain: () => Promise<void>;
  // Closes keep-alive connections without a request, including those that other servers passed on.
  closeIdle: () => void;
  closeAllConnections: () => void;
};

export function buildEdge(options: EdgeOptions): Edge {
  const limits = { ...defaultLimits, ...options.limits };
  const server = createServer(
    {
      maxHeaderSize: headerBytesMax,
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      keepAliveTimeout: limits.keepAliveMs,
      connectionsCheckingInterval: limits.checkEveryMs,
      // Without this option, Node drops the second of two Host headers, while a proxy may have used the second one.
      joinDuplicateHeaders: true,
    },
    (request, response) => {
      fastHttp.restoreUrl(request);
      if (!admitRequest(request, response)) return;
      try {
        dispatch(options, request, response);
      } catch (error) {
        fail(options, response, error);
      }
    },
  );
  const admitRequest = limitPendingRequests(server, limits);
  // A client may half-close the connection after the request and still wait for the response, which can be delayed by a
  // disk write. By default, Node closes the whole connection, and there is no public option to change that.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.timeout = limits.socketTimeoutMs;
  server.maxConnections = limits.connectionsMax;
  server.on('clientError', (_, socket) => refuse(socket));
  const fastHttp = serveFastHttp(server, (request, answer) => serveFast(options, request, answer), limits);
  const closeIdle = () => {
    server.closeIdleConnections();
    fastHttp.closeIdle();
  };
  closeIdleWhenBusy(server, closeIdle, limits);
  const drain = prepareToDrain(server);
  return {
    server,
    drain: async () => {
      fastHttp.stop();
      await drain();
    },
    closeIdle,
    closeAllConnections: () => {
      fastHttp.closeAll();
      server.closeAllConnections();
    },
  };
}

function refuse(socket: Duplex): void {
  if (!socket.writable) return void socket.destroy();
  socket.end(badRequest);
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(timer));
}

function fail(options: EdgeOptions, response: EdgeResponse, error: unknown): void {
  recordFailure(options, error);
  if (response.headersSent) response.destroy();
  else neutralPage(response, 404);
}

function recordFailure({ context, onFailure }: EdgeOptions, error: unknown): void {
  context.counters.failures += 1;
  onFailure(error);
}

function dispatch(options: EdgeOptions, request: IncomingMessage, response: ServerResponse): void {
  const { context } = options;
  if (request.url?.startsWith('/') !== true) applyAbsoluteUrl(request);
  const route = readRoute(request.url ?? '/');
  if (route?.name === 'e')
    return serveEvent(context, route.rest, {
      request,
      response,
      onFailure: (error) => recordFailure(options, error),
    });
  if (route?.name === 'v')
    return serveScriptMessage(context, request, response, (error) => fail(options, response, error));
  serve(options, route, request, response);
}

/** Returns false for routes whose requests may have a body; Node's parser handles such requests. */
function serveFast(
  options: EdgeOptions,
  request: EdgeRequest & { url: string },
  response: EdgeResponse,
): boolean {
  const route = readRoute(request.url);
  if (route?.name === 'e' || route?.name === 'v') return false;
  try {
    serve(options, route, request, response);
  } catch (error) {
    fail(options, response, error);
  }
  return true;
}

function serve(
  options: EdgeOptions,
  route: RequestRoute | undefined,
  request: EdgeRequest,
  response: EdgeResponse,
): void {
  const { context } = options;
  const { url = '/' } = request;
  const isLink = route?.name === 'c' || route?.name === 'go';
  if (isLink && request.method === 'OPTIONS') return answerOptions(context, response);
  if (isLink && isNavigation(request))
    return route.name === 'c'
      ? serveVisit(context, route.rest, request, response)
      : serveClick(context, route.rest, request, response);
  if (route?.name === 'p.gif') return servePixel(context, request, response);
  if (route?.name === 't.js') return serveScript(context, request, response);
  if (url === '/healthz') return json(response, 200, { status: 'alive' });
  // This port is public, so only the overall status is reported. The status port reports the details.
  if (url === '/readyz') return json(response, 200, { status: options.readiness().status });
  if (options.https !== undefined && answerPlainRoute(options.https, context, request, response)) return;
  context.counters.neutralPages += 1;
  neutralPage(response, 404);
}

// Proxies may send an absolute URL, whose host takes precedence over the Host header (RFC 9112, section 3.2.2).
function applyAbsoluteUrl(request: IncomingMessage): void {
  const absolute = splitAddress(request.url ?? '');
  if (absolute === undefined) return;
  request.headers.host = absolute.host;
  request.url = absolute.url;
}

function isNavigation({ method }: EdgeRequest): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'POST';
}

// Answers OPTIONS without recording a visit. There are no CORS headers, so other sites can't read responses.
function answerOptions({ counters }: EdgeContext, response: EdgeResponse): void {
  counters.neutralPages += 1;
  response.writeHead(204, ['allow', 'GET, HEAD, POST, OPTIONS', 'cache-control', 'no-store']).end();
}
