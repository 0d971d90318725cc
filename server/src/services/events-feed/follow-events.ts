import { setTimeout as wait } from 'node:timers/promises';
import { WaypostError } from '../../platform/errors.ts';
import { Slots } from '../../platform/slots.ts';
import type { WorkspaceContext } from '../context.ts';
import type { WithTraffic } from '../tools.ts';
import { readEventTail, type EventTail, type TailStep } from './event-tail.ts';

// Each stream queries the databases once a second and holds no connection between queries.
const pollMs = 1_000;
const slots = new Slots({ perOwnerMax: 4, totalMax: 200 });

type Following = {
  tail: EventTail;
  /** Returns the current context of the caller, or undefined once access is revoked. */
  refresh: () => Promise<(WorkspaceContext & WithTraffic) | undefined>;
  signal: AbortSignal;
};

/** Yields the result of every poll, even if there were no events. Ends when the caller loses access. */
export async function* followEvents(
  personId: string,
  { tail: start, refresh, signal }: Following,
): AsyncGenerator<TailStep> {
  acquireSlot(personId);
  try {
    let tail = start;
    while (!signal.aborted) {
      const context = await refresh();
      if (context === undefined) return;
      const step = await readEventTail(context, tail, signal);
      tail = step.tail;
      yield step;
      if (!step.hasMore) await wait(pollMs, undefined, { signal }).catch(() => undefined);
    }
  } finally {
    slots.release(personId);
  }
}

// A slot becomes free only when another stream is closed.
const retryAfterSeconds = 60;

function acquireSlot(personId: string): void {
  const limit = slots.acquire(personId);
  if (limit === 'per-owner')
    throw new WaypostError(
      'RATE_LIMITED',
      `You already have ${slots.perOwnerMax} live event streams open. Close one first.`,
      { details: { reason: 'too-many-tails', retryAfter: retryAfterSeconds } },
    );
  if (limit === 'total')
    throw new WaypostError('SERVICE_UNAVAILABLE', 'Too many live event streams are open. Try again later.');
}
