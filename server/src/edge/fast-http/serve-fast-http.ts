import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { FastConnection, type FastServing } from './fast-connection.ts';
import { InvalidByteEscaper } from './invalid-byte-escaper.ts';

type FastLimits = {
  headersTimeoutMs: number;
  keepAliveMs: number;
  socketTimeoutMs: number;
  checkEveryMs: number;
};

export type FastHttp = {
  /** To be called with each request of Node's, before it is read. */
  restoreLink: (request: IncomingMessage) => void;
  /** From now on every request is Node's. */
  stop: () => void;
  closeIdle: () => void;
  closeAll: () => void;
};

/**
 * Puts a short way before a server of `node:http`: most requests of visitors are one small head in one piece, and for
 * those alone reading and answering them takes half of the time that Node needs. Everything else goes Node's way, with
 * the connection that it came on.
 */
export function serveFastHttp(server: Server, serve: FastServing['serve'], limits: FastLimits): FastHttp {
  const nodes = server.listeners('connection') as ((socket: Socket) => void)[];
  const links = new InvalidByteEscaper();
  const handOver = (socket: Socket) => {
    for (const listener of nodes) listener.call(server, socket);
    links.watch(socket);
  };
  let isStopped = false;
  const serving: FastServing = {
    serve: (request, answer) => !isStopped && serve(request, answer),
    handOver,
    commonHeaders: commonHeaders(limits.keepAliveMs),
    connections: new Set(),
  };
  for (const listener of nodes) server.off('connection', listener);
  server.on('connection', (socket: Socket) => {
    if (isStopped) handOver(socket);
    else serving.connections.add(new FastConnection(serving, socket));
  });
  const timer = setInterval(() => closeSilent(serving, limits), limits.checkEveryMs).unref();
  server.once('close', () => clearInterval(timer));
  return {
    restoreLink: (request) => links.restore(request),
    stop: () => (isStopped = true),
    closeIdle: () => {
      for (const connection of serving.connections) if (connection.isIdle) connection.destroy();
    },
    closeAll: () => {
      for (const connection of serving.connections) connection.destroy();
    },
  };
}

function closeSilent({ connections }: FastServing, limits: FastLimits): void {
  const nowMs = performance.now();
  const longest = {
    'first-request': limits.headersTimeoutMs,
    'next-request': limits.keepAliveMs,
    visitor: limits.socketTimeoutMs,
    // The spool gives up by itself.
    disk: Infinity,
  };
  for (const connection of connections) {
    const { what, ms } = connection.waitsFor(nowMs);
    if (ms > longest[what]) connection.destroy();
  }
}

/** What Node would add, too. The date is made once a second. */
function commonHeaders(keepAliveMs: number): () => string {
  const keepAlive = `connection: keep-alive\r\nkeep-alive: timeout=${Math.floor(keepAliveMs / 1_000)}\r\n`;
  let madeFor = 0;
  let text = '';
  return () => {
    const second = Math.floor(Date.now() / 1_000);
    if (second !== madeFor) {
      madeFor = second;
      text = `date: ${new Date(second * 1_000).toUTCString()}\r\n${keepAlive}\r\n`;
    }
    return text;
  };
}
