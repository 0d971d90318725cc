import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { FastConnection, type FastServer } from './fast-connection.ts';
import { InvalidByteEscaper } from './invalid-byte-escaper.ts';

type FastLimits = {
  headersTimeoutMs: number;
  keepAliveMs: number;
  socketTimeoutMs: number;
  checkEveryMs: number;
};

type FastHttp = {
  /** Must be called for each request from Node before the request's URL is read. */
  restoreUrl: (request: IncomingMessage) => void;
  stop: () => void;
  closeIdle: () => void;
  closeAll: () => void;
};

/**
 * Adds a fast path in front of a `node:http` server. Most visitor requests are one small head in one chunk, which the
 * fast parser reads and answers in half the time that Node needs. For everything else the connection is handed to Node.
 */
export function serveFastHttp(server: Server, serve: FastServer['serve'], limits: FastLimits): FastHttp {
  const nodeListeners = server.listeners('connection') as ((socket: Socket) => void)[];
  const escaper = new InvalidByteEscaper();
  const handToNode = (socket: Socket) => {
    for (const listener of nodeListeners) listener.call(server, socket);
    escaper.watch(socket);
  };
  let isStopped = false;
  const fastServer: FastServer = {
    serve: (request, response) => !isStopped && serve(request, response),
    handToNode,
    commonHeaders: commonHeaders(limits.keepAliveMs),
    connections: new Set(),
  };
  for (const listener of nodeListeners) server.off('connection', listener);
  server.on('connection', (socket: Socket) => {
    if (isStopped) handToNode(socket);
    else fastServer.connections.add(new FastConnection(fastServer, socket));
  });
  const timer = setInterval(() => closeTimedOut(fastServer, limits), limits.checkEveryMs).unref();
  server.once('close', () => clearInterval(timer));
  return {
    restoreUrl: (request) => escaper.restoreUrl(request),
    stop: () => (isStopped = true),
    closeIdle: () => {
      for (const connection of fastServer.connections) if (connection.isIdle) connection.destroy();
    },
    closeAll: () => {
      for (const connection of fastServer.connections) connection.destroy();
    },
  };
}

function closeTimedOut({ connections }: FastServer, limits: FastLimits): void {
  const nowMs = performance.now();
  const timeouts = {
    'first-request': limits.headersTimeoutMs,
    'next-request': limits.keepAliveMs,
    client: limits.socketTimeoutMs,
    // No timeout is needed here, because the spool has its own timeout.
    spool: Infinity,
  };
  for (const connection of connections) {
    const { state, ms } = connection.waitState(nowMs);
    if (ms > timeouts[state]) connection.destroy();
  }
}

// Returns the headers that Node also adds. The date is formatted once per second.
function commonHeaders(keepAliveMs: number): () => string {
  const keepAlive = `connection: keep-alive\r\nkeep-alive: timeout=${Math.floor(keepAliveMs / 1_000)}\r\n`;
  let cachedSecond = 0;
  let text = '';
  return () => {
    const second = Math.floor(Date.now() / 1_000);
    if (second !== cachedSecond) {
      cachedSecond = second;
      text = `date: ${new Date(second * 1_000).toUTCString()}\r\n${keepAlive}\r\n`;
    }
    return text;
  };
}
