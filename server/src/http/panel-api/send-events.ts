import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { TailStep } from '../../services/events-feed/event-tail.ts';

export const eventStreamType = 'text/event-stream';

// Proxies give up on connections on which nothing comes for a minute.
const quietMsMax = 15_000;
// How long browsers wait before they come back.
const retryMs = 2_000;

/**
 * Answers as server-sent events. Each has the place behind it as its id, which browsers send in Last-Event-ID when they
 * come back; while nothing happens the id alone goes on, and keeps the connection open. The first step is there before
 * anything is sent, so that a mistake still gets an answer of its own.
 */
export async function sendEvents(
  reply: FastifyReply,
  steps: AsyncGenerator<TailStep>,
): Promise<FastifyReply> {
  const first = await steps.next();
  const text = Readable.from(write(first, steps), { objectMode: false });
  // Nobody may keep some of it back until there is more.
  void reply.type(`${eventStreamType}; charset=utf-8`).header('x-accel-buffering', 'no');
  return await reply.send(text);
}

async function* write(
  first: IteratorResult<TailStep>,
  steps: AsyncGenerator<TailStep>,
): AsyncGenerator<string> {
  try {
    yield `retry: ${retryMs}\n`;
    let saidAt = -Infinity;
    for (let step = first; step.done !== true; step = await steps.next()) {
      const { events, cursor } = step.value;
      const now = performance.now();
      if (events.length === 0 && now - saidAt < quietMsMax) continue;
      saidAt = now;
      yield (
        events.map((one) => `id: ${one.cursor}\ndata: ${JSON.stringify(one.event)}\n\n`).join('') ||
          `id: ${cursor}\n\n`
      );
    }
    yield 'event: end\ndata: {"reason":"not-allowed"}\n\n';
  } finally {
    await steps.return(undefined);
  }
}
