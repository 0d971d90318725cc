const shortestMs = 1_000;
const longestMs = 300_000;

/**
 * When to try a request again that could not be applied, through no fault of its own: after as long as it waits already,
 * so that each pause is twice the one before, and never after more than five minutes.
 */
export function nextTry(receivedMs: number, nowMs: number): number {
  return nowMs + Math.min(Math.max(nowMs - receivedMs, shortestMs), longestMs);
}
