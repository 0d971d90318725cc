const secondMs = 1_000;
const hourMs = 3_600_000;

// Pauses between lookups of a visit that should arrive soon. The pauses add up to ten minutes.
const pausesMs = [1, 1, 2, 3, 5, 8, 13, 20, 30, 45, 60, 60, 60, 60, 60, 60, 60, 52].map(
  (seconds) => seconds * secondMs,
);
export const longestPauseMs = 6 * hourMs;

type NextLookup = { verdict: 'waiting' | 'no-visit'; nextMs: number };

/**
 * Returns when to look up a missing visit again. The pause depends on the number of lookups and not on the time since
 * receipt, because an outage of the traffic store delays both visits and lookups. After ten minutes of pauses, the
 * event counts as unmatched, and lookups continue with growing pauses.
 */
export function nextMatch(lookupsBefore: number, receivedMs: number, nowMs: number): NextLookup {
  const pauseMs = pausesMs[lookupsBefore];
  if (pauseMs !== undefined) return { verdict: 'waiting', nextMs: nowMs + pauseMs };
  const ageMs = Math.max(nowMs - receivedMs, 0);
  return { verdict: 'no-visit', nextMs: nowMs + Math.min(Math.max(ageMs / 4, 150_000), longestPauseMs) };
}

const shortestMs = 1_000;
export const longestRetryMs = 300_000;

/**
 * Returns when to retry a request that could not be applied because of an internal failure. Each pause is as long as
 * the time since receipt, so the pauses double, up to a maximum of five minutes.
 */
export function retryAt(receivedMs: number, nowMs: number): number {
  return nowMs + Math.min(Math.max(nowMs - receivedMs, shortestMs), longestRetryMs);
}
