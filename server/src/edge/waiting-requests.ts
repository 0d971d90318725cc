import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

export type WaitingLimits = {
  /** Requests of one connection that are not answered yet. */
  waitingPerConnection: number;
  /** Of all together; beyond it a connection may have one. */
  waitingMax: number;
};

type Load = { waiting: number; isGone: boolean };

/**
 * Node begins every request of a connection that it has read, however many are still without an answer, and each takes
 * kilobytes until its row is on disk. Browsers and proxies wait for an answer before they ask again; who does not, and
 * asks hundreds of times, is cut off.
 */
export function limitWaiting(
  server: Server,
  limits: WaitingLimits,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const loads = new WeakMap<Duplex, Load>();
  let total = 0;
  server.on('connection', (socket: Socket) => {
    const load = { waiting: 0, isGone: false };
    loads.set(socket, load);
    // Answers that were still in line when it closed never hear of it.
    socket.once('close', () => {
      load.isGone = true;
      total -= load.waiting;
    });
  });
  return ({ socket }, response) => {
    const load = loads.get(socket);
    // What was read together with the request too many is begun all the same.
    if (load === undefined || socket.destroyed) return false;
    const isTooMuch =
      load.waiting >= limits.waitingPerConnection || (load.waiting > 0 && total >= limits.waitingMax);
    if (isTooMuch) {
      socket.destroy();
      return false;
    }
    load.waiting += 1;
    total += 1;
    response.once('close', () => {
      if (load.isGone) return;
      load.waiting -= 1;
      total -= 1;
    });
    return true;
  };
}
