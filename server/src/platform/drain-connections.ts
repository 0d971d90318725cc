import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { pollUntil } from './retry.ts';

// Long enough for a request in transit to arrive, and short enough not to wait for a client that never completes its
// request.
const graceMs = 1_000;
// For connections without any data. The first request may take longer, because the client has just connected and cannot
// know that the server is stopping.
const firstRequestMs = 2_000;
const pollMs = 20;

async function waitWhile(condition: () => boolean, timeoutMs: number): Promise<void> {
  await pollUntil(() => (condition() ? undefined : true), { timeoutMs, intervalMs: pollMs });
}

function isNew({ bytesRead }: Socket): boolean {
  return bytesRead === 0;
}

/**
 * Makes sure that a shutdown does not cut off requests in transit or wait for idle connections. Returns a function that
 * must be awaited before the server is closed. For a second, the server keeps answering with `connection: close`; then
 * idle connections are destroyed, while requests in progress and first requests are still answered.
 */
export function prepareToDrain(server: Server): () => Promise<void> {
  const busy = new Map<Socket, boolean>();
  let isDraining = false;
  server.on('connection', (socket: Socket) => {
    busy.set(socket, false);
    socket.once('close', () => busy.delete(socket));
  });
  // The listener is prepended, because the server's own listener may respond before later listeners run.
  server.prependListener('request', (request, response: ServerResponse) => {
    busy.set(request.socket, true);
    if (isDraining) response.setHeader('connection', 'close');
    response.once('close', () => {
      if (busy.has(request.socket)) busy.set(request.socket, false);
    });
  });
  const hasNew = () => [...busy.keys()].some(isNew);
  return async () => {
    isDraining = true;
    // The HTTP server's own `close` would also close idle connections at once, although a request may be in transit.
    NetServer.prototype.close.call(server);
    await waitWhile(() => busy.size > 0, graceMs);
    for (const [socket, isBusy] of busy) if (!isBusy && !isNew(socket)) socket.destroy();
    if (!hasNew()) return;
    await waitWhile(hasNew, firstRequestMs);
    await waitWhile(() => busy.size > 0, graceMs);
    for (const [socket, isBusy] of busy) if (!isBusy) socket.destroy();
  };
}
