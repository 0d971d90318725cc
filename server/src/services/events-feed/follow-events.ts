import { setTimeout as wait } from 'node:timers/promises';
import { WaypostError } from '../../platform/errors.ts';
import type { WorkspaceContext } from '../context.ts';
import { readEventTail, type EventTail, type TailStep } from './event-tail.ts';

// Each asks the databases once a second; nothing is held in between.
const everyMs = 1_000;
const perPersonMax = 4;
const inAllMax = 200;

const following = new Map<string, number>();

type Following = {
  tail: EventTail;
  /** Who follows, as they are now; undefined where they may not any more. */
  again: () => Promise<WorkspaceContext | undefined>;
  signal: AbortSignal;
};

/** What happens, as it becomes known; a step without events as well. It ends when whoever follows may not any more. */
export async function* followEvents(
  personId: string,
  { tail: begun, again, signal }: Following,
): AsyncGenerator<TailStep> {
  takePlace(personId);
  try {
    let tail = begun;
    while (!signal.aborted) {
      const context = await again();
      if (context === undefined) return;
      const step = await readEventTail(context, tail, signal);
      tail = step.tail;
      yield step;
      if (!step.hasMore) await wait(everyMs, undefined, { signal }).catch(() => undefined);
    }
  } finally {
    leavePlace(personId);
  }
}

// Somebody has to end one of them; nothing comes free by itself any sooner.
const tryAgainSeconds = 60;

function takePlace(personId: string): void {
  const mine = following.get(personId) ?? 0;
  if (mine >= perPersonMax)
    throw new WaypostError(
      'RATE_LIMITED',
      `You already have ${perPersonMax} live event streams open. Close one first.`,
      {
        details: { reason: 'too-many-tails', retryAfter: tryAgainSeconds },
      },
    );
  const all = [...following.values()].reduce((sum, count) => sum + count, 0);
  if (all >= inAllMax)
    throw new WaypostError('SERVICE_UNAVAILABLE', 'Too many live event streams are open. Try again later.');
  following.set(personId, mine + 1);
}

function leavePlace(personId: string): void {
  const left = (following.get(personId) ?? 1) - 1;
  if (left === 0) following.delete(personId);
  else following.set(personId, left);
}
