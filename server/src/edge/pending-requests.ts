import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

export type PendingRequestLimits = {
  pendingPerConnection: number;
  /** Limit across all connections. Above this limit, each connection may have only one pending request. */
  pendingMax: number;
};

type Load = { pending: number; isClosed: boolean };

/**
 * Disconnects clients that pipeline hundreds of requests. Node starts every pipelined request it has read, and each
 * request takes kilobytes of memory until its row is on disk. Browsers and proxies don't pipeline: they wait for a
 * response before they send the next request.
 */
export function limitPendingRequests(
  server: Server,
  limits: PendingRequestLimits,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const loads = new WeakMap<Duplex, Load>();
  let total = 0;
  server.on('connection', (socket: Socket) => {
    const load = { pending: 0, isClosed: false };
    loads.set(socket, load);
    // Responses that were still queued when the socket closed emit no `close` event, so this listener subtracts them.
    socket.once('close', () => {
      load.isClosed = true;
      total -= load.pending;
    });
  });
  return ({ socket }, response) => {
    const load = loads.get(socket);
    // After a disconnect, Node still starts requests that it read in the same chunk.
    if (load === undefined || socket.destroyed) return false;
    const isOverLimit =
      load.pending >= limits.pendingPerConnection || (load.pending > 0 && total >= limits.pendingMax);
    if (isOverLimit) {
      socket.destroy();
      return false;
    }
    load.pending += 1;
    total += 1;
    response.once('close', () => {
      if (load.isClosed) return;
      load.pending -= 1;
      total -= 1;
    });
    return true;
  };
}
