import type { FastifyReply } from 'fastify';

export function untilClosed({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  // The connection may have closed during authentication, before this listener was added.
  if (raw.destroyed || raw.socket?.destroyed === true) controller.abort();
  else raw.once('close', () => controller.abort());
  return controller.signal;
}
