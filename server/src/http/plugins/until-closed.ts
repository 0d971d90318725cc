import type { FastifyReply } from 'fastify';

/** Ends when the connection of a request closes; after the answer was sent, nobody listens any more. */
export function untilClosed({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  // Whoever left while it was found out who they are has been heard by nobody.
  if (raw.destroyed || raw.socket?.destroyed === true) controller.abort();
  else raw.once('close', () => controller.abort());
  return controller.signal;
}
