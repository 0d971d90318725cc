import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { TailStep } from '../../services/events-feed/event-tail.ts';

export const eventStreamType = 'text/event-stream';

// Proxies close connections that are idle for a minute, so events are sent more often than that.
const idleMsMax = 15_000;
// Delay before browsers reconnect.
const retryMs = 2_000;

/**
 * Sends server-sent events. The ID of each event is the cursor after the event, which browsers send as Last-Event-ID
 * when they reconnect. If there are no events, only an ID is sent to keep the connection open. The first step is read
 * before anything is sent, so that a failure still results in an error response.
 */
export async function sendEvents(
  reply: FastifyReply,
  steps: AsyncGenerator<TailStep>,
): Promise<FastifyReply> {
  const first = await steps.next();
  const text = Readable.from(write(first, steps), { objectMode: false });
  // Tells proxies not to buffer the stream.
  void reply.type(`${eventStreamType}; charset=utf-8`).header('x-accel-buffering', 'no');
  return await reply.send(text);
}

async function* write(
  first: IteratorResult<TailStep>,
  steps: AsyncGenerator<TailStep>,
): AsyncGenerator<string> {
  try {
    yield `retry: ${retryMs}\n`;
    let sentAt = -Infinity;
    for (let step = first; step.done !== true; step = await steps.next()) {
      const { events, cursor } = step.value;
      const now = performance.now();
      if (events.length === 0 && now - sentAt < idleMsMax) continue;
      sentAt = now;
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
