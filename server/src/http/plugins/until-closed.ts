import type { FastifyReply } from 'fastify';

/** Ends when the connection of a request closes; after the answer was sent, nobody listens any more. */
export function untilClosed({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  // The connection may have closed while the caller was authenticated; its `close` event is over then.
  if (raw.destroyed || raw.socket?.destroyed === true) controller.abort();
  else raw.once('close', () => controller.abort());
  return controller.signal;
}
