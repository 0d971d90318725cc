import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { prepareToDrain } from '../platform/drain-connections.ts';
import type { Readiness } from '../platform/health.ts';
import { json, neutralPage } from './answers.ts';
import { serveClick } from './clicks/serve-click.ts';
import { servePixel } from './direct/serve-pixel.ts';
import { serveScriptMessage } from './direct/serve-script-message.ts';
import { serveScript } from './direct/serve-script.ts';
import type { EdgeContext } from './edge-context.ts';
import type { EdgeRequest, EdgeResponse } from './exchange.ts';
import { serveFastHttp, type FastHttp } from './fast-http/serve-fast-http.ts';
import { serveEvent } from './incoming/serve-event.ts';
import { readRoute, splitAddress, type RequestRoute } from '../domain/read-route.ts';
import { serveVisit } from './visits/serve-visit.ts';
import { limitWaiting, type WaitingLimits } from './waiting-requests.ts';

type EdgeOptions = {
  context: EdgeContext;
  readiness: () => Readiness;
  onFailure: (error: unknown) => void;
  limits?: Partial<EdgeLimits>;
};

export type EdgeLimits = WaitingLimits & {
  headersTimeoutMs: number;
  requestTimeoutMs: number;
  keepAliveMs: number;
  /** How often it is looked who has taken too long. */
  checkEveryMs: number;
  /** How long an answer may wait for a visitor who does not take it. */
  socketTimeoutMs: number;
  /** Each takes about 10 KB of memory; who comes when all are taken is turned away. */
  connectionsMax: number;
};

// A link of 8 KiB and a full cookie jar fit; what is longer is no visitor.
const headerBytesMax = 32 * 1024;
const usualLimits: EdgeLimits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  keepAliveMs: 65_000,
  checkEveryMs: 2_000,
  socketTimeoutMs: 60_000,
  connectionsMax: 10_000,
  waitingPerConnection: 100,
  waitingMax: 5_000,
};

// Long enough to read the refusal, if anybody does.
const lingerMs = 500;
const refusal = 'HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n';

export type Edge = {
  server: Server;
  /** To be waited for before the server is closed: nobody is cut off who is being answered. */
  drain: () => Promise<void>;
  closeAllConnections: () => void;
};

/** The server that faces the traffic. Whatever is asked, it answers, and never with more than it must say. */
export function buildEdge(options: EdgeOptions): Edge {
  const limits = { ...usualLimits, ...options.limits };
  const server = createServer(
    {
      maxHeaderSize: headerBytesMax,
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      keepAliveTimeout: limits.keepAliveMs,
      connectionsCheckingInterval: limits.checkEveryMs,
      // Else the second of two hosts would be dropped, and a proxy might have looked at that one.
      joinDuplicateHeaders: true,
    },
    (request, response) => {
      plain.restoreLink(request);
      if (!mayServe(request, response)) return;
      try {
        dispatch(options, request, response);
      } catch (error) {
        fail(options, response, error);
      }
    },
  );
  const mayServe = limitWaiting(server, limits);
  // A client may close its sending half after the request and still wait for the answer, which may have to wait for the
  // disk. Without this Node would close the whole connection, and it has no option for it.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.timeout = limits.socketTimeoutMs;
  server.maxConnections = limits.connectionsMax;
  server.on('clientError', (_, socket) => refuse(socket));
  const plain = serveFastHttp(server, (request, answer) => serveFast(options, request, answer), limits);
  makeRoom(server, plain, limits);
  const drain = prepareToDrain(server);
  return {
    server,
    drain: async () => {
      plain.stop();
      await drain();
    },
    closeAllConnections: () => {
      plain.closeAll();
      server.closeAllConnections();
    },
  };
}

/** What is no request gets one answer. Nobody may keep the connection after that by not closing it. */
function refuse(socket: Duplex): void {
  if (!socket.writable) return void socket.destroy();
  socket.end(refusal);
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(timer));
}

/** Connections that wait for a next request make room for others long before all are taken. */
function makeRoom(server: Server, plain: FastHttp, { connectionsMax, checkEveryMs }: EdgeLimits): void {
  const look = () =>
    server.getConnections((_, count) => {
      if (count <= connectionsMax / 2) return;
      server.closeIdleConnections();
      plain.closeIdle();
    });
  const timer = setInterval(look, checkEveryMs).unref();
  server.once('close', () => clearInterval(timer));
}

/** A mistake of ours: it is counted and logged, and the visitor sees nothing of it. */
function fail(options: EdgeOptions, response: EdgeResponse, error: unknown): void {
  note(options, error);
  if (response.headersSent) response.destroy();
  else neutralPage(response, 404);
}

function note({ context, onFailure }: EdgeOptions, error: unknown): void {
  context.counters.failures += 1;
  onFailure(error);
}

function dispatch(options: EdgeOptions, request: IncomingMessage, response: ServerResponse): void {
  const { context } = options;
  if (request.url?.startsWith('/') !== true) useWholeAddress(request);
  const place = readRoute(request.url ?? '/');
  if (place?.name === 'e')
    return serveEvent(context, place.rest, { request, response, onFailure: (error) => note(options, error) });
  if (place?.name === 'v')
    return serveScriptMessage(context, request, response, (error) => fail(options, response, error));
  serve(options, place, request, response);
}

/** A request that came the short way. What may bring a body goes the other one. */
function serveFast(
  options: EdgeOptions,
  request: EdgeRequest & { url: string },
  response: EdgeResponse,
): boolean {
  const place = readRoute(request.url);
  if (place?.name === 'e' || place?.name === 'v') return false;
  try {
    serve(options, place, request, response);
  } catch (error) {
    fail(options, response, error);
  }
  return true;
}

/** Everything that is answered from the head of a request alone. */
function serve(
  options: EdgeOptions,
  place: RequestRoute | undefined,
  request: EdgeRequest,
  response: EdgeResponse,
): void {
  const { context } = options;
  const { url = '/' } = request;
  const isLink = place?.name === 'c' || place?.name === 'go';
  if (isLink && request.method === 'OPTIONS') return answerOptions(context, response);
  if (isLink && isFollowed(request))
    return place.name === 'c'
      ? serveVisit(context, place.rest, request, response)
      : serveClick(context, place.rest, request, response);
  if (place?.name === 'p.gif') return servePixel(context, request, response);
  if (place?.name === 't.js') return serveScript(context, request, response);
  if (url === '/healthz') return json(response, 200, { status: 'alive' });
  // Whoever can reach this port is a stranger: the context are told on the status port only.
  if (url === '/readyz') return json(response, 200, { status: options.readiness().status });
  context.counters.neutralPages += 1;
  neutralPage(response, 404);
}

/** A proxy may ask with scheme and host; that host counts then, whatever the header says (RFC 9112, section 3.2.2). */
function useWholeAddress(request: IncomingMessage): void {
  const whole = splitAddress(request.url ?? '');
  if (whole === undefined) return;
  request.headers.host = whole.host;
  request.url = whole.url;
}

/** Whether somebody follows a link, as browsers do. */
function isFollowed({ method }: EdgeRequest): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'POST';
}

/** Who asks what may be asked visits nothing. Pages of others get no leave to read the answers. */
function answerOptions({ counters }: EdgeContext, response: EdgeResponse): void {
  counters.neutralPages += 1;
  response.writeHead(204, ['allow', 'GET, HEAD, POST, OPTIONS', 'cache-control', 'no-store']).end();
}
