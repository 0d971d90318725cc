const secondMs = 1_000;
const hourMs = 3_600_000;

/** Between the looks for a visit that should be there any moment: ten minutes in all. */
const pausesMs = [1, 1, 2, 3, 5, 8, 13, 20, 30, 45, 60, 60, 60, 60, 60, 60, 60, 52].map(
  (seconds) => seconds * secondMs,
);
/** Between two looks for a visit that is not expected any more. */
export const longestPauseMs = 6 * hourMs;

type NextLook = { verdict: 'waiting' | 'no-visit'; nextMs: number };

/**
 * When to look again for a visit that was not found, after so many looks before this one. Looks are counted and not
 * minutes: while visits cannot be found nobody looks, and the visits come late as well. After ten minutes the event is without
 * a visit, and still looked after: the longer it waits already, the longer it waits for the next look.
 */
export function nextMatch(looksBefore: number, receivedMs: number, nowMs: number): NextLook {
  const pauseMs = pausesMs[looksBefore];
  if (pauseMs !== undefined) return { verdict: 'waiting', nextMs: nowMs + pauseMs };
  const ageMs = Math.max(nowMs - receivedMs, 0);
  return { verdict: 'no-visit', nextMs: nowMs + Math.min(Math.max(ageMs / 4, 150_000), longestPauseMs) };
}

const shortestMs = 1_000;
/** Between two attempts to apply a request, and more than between two looks for a visit that is expected. */
export const longestRetryMs = 300_000;

/**
 * When to try a request again that could not be applied, through no fault of its own: after as long as it waits already,
 * so that each pause is twice the one before, and never after more than five minutes.
 */
export function retryAt(receivedMs: number, nowMs: number): number {
  return nowMs + Math.min(Math.max(nowMs - receivedMs, shortestMs), longestRetryMs);
}
