import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { pollUntil } from './retry.ts';

// Long enough for a request that is on its way, short enough for a client that will never finish one.
const graceMs = 1_000;
const lookMs = 20;

/**
 * Keeps a stop from cutting off requests that are on their way, and from waiting for connections on which nobody asks
 * anything. Returns what to wait for before the server is closed: for a second it still answers, and asks clients to
 * come back on another connection; what is idle then is closed, and what was begun is answered.
 */
export function prepareToDrain(server: Server): () => Promise<void> {
  const busy = new Map<Socket, boolean>();
  let isDraining = false;
  server.on('connection', (socket: Socket) => {
    busy.set(socket, false);
    socket.once('close', () => busy.delete(socket));
  });
  // Before the server's own listener, which may have answered by the time another one is asked.
  server.prependListener('request', (request, response: ServerResponse) => {
    busy.set(request.socket, true);
    if (isDraining) response.setHeader('connection', 'close');
    response.once('close', () => {
      if (busy.has(request.socket)) busy.set(request.socket, false);
    });
  });
  return async () => {
    isDraining = true;
    await pollUntil(() => (busy.size === 0 ? true : undefined), { timeoutMs: graceMs, intervalMs: lookMs });
    for (const [socket, isBusy] of busy) if (!isBusy) socket.destroy();
  };
}
