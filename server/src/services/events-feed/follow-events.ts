import { setTimeout as wait } from 'node:timers/promises';
import { WaypostError } from '../../platform/errors.ts';
import type { WorkspaceContext } from '../context.ts';
import { readEventTail, type EventTail, type TailStep } from './event-tail.ts';

// Each stream queries the databases once a second and holds no connection between queries.
const pollMs = 1_000;
const perPersonMax = 4;
const totalMax = 200;

const openStreams = new Map<string, number>();

type Following = {
  tail: EventTail;
  /** Returns the current context of the caller, or undefined once access is revoked. */
  refresh: () => Promise<WorkspaceContext | undefined>;
  signal: AbortSignal;
};

/** Yields every step, including steps without events. Ends when the caller loses access. */
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
    releaseSlot(personId);
  }
}

// A slot becomes free only when another stream is closed.
const retryAfterSeconds = 60;

function acquireSlot(personId: string): void {
  const own = openStreams.get(personId) ?? 0;
  if (own >= perPersonMax)
    throw new WaypostError(
      'RATE_LIMITED',
      `You already have ${perPersonMax} live event streams open. Close one first.`,
      {
        details: { reason: 'too-many-tails', retryAfter: retryAfterSeconds },
      },
    );
  const all = [...openStreams.values()].reduce((sum, count) => sum + count, 0);
  if (all >= totalMax)
    throw new WaypostError('SERVICE_UNAVAILABLE', 'Too many live event streams are open. Try again later.');
  openStreams.set(personId, own + 1);
}

function releaseSlot(personId: string): void {
  const left = (openStreams.get(personId) ?? 1) - 1;
  if (left === 0) openStreams.delete(personId);
  else openStreams.set(personId, left);
}
