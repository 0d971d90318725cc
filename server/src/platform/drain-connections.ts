import type { Server } from 'node:http';
import type { Socket } from 'node:net';

// Long enough for a request that is on its way, short enough for a client that will never finish one.
const graceMs = 1_000;

/**
 * Keeps a stop from waiting for connections on which nobody asks anything. Returns what to call when the stop begins:
 * requests that were begun have a second to arrive, those that have arrived are answered, the rest is closed.
 */
export function prepareToDrain(server: Server): () => void {
  const busy = new Map<Socket, boolean>();
  server.on('connection', (socket: Socket) => {
    busy.set(socket, false);
    socket.once('close', () => busy.delete(socket));
  });
  server.on('request', (request, response) => {
    busy.set(request.socket, true);
    response.once('close', () => {
      if (busy.has(request.socket)) busy.set(request.socket, false);
    });
  });
  return () => {
    setTimeout(() => {
      for (const [socket, isBusy] of busy) if (!isBusy) socket.destroy();
    }, graceMs).unref();
  };
}
