import type { FastifyReply } from 'fastify';

/** Ends when the connection of a request closes; after the answer was sent, nobody listens any more. */
export function untilClosed({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => controller.abort());
  return controller.signal;
}
