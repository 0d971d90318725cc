const hourMs = 60 * 60 * 1000;

/** A session without a request for so long has ended. */
export const idleMs = 12 * hourMs;

/** However busy, it ends then. */
export const absoluteMs = 7 * 24 * hourMs;

/** How exact the last use of a session is: a write for each request would cost more than it tells. */
export const seenEveryMs = 60_000;

/** Sessions that were last used before this moment have ended. */
export function idleSince(now: Date): Date {
  return new Date(now.getTime() - idleMs);
}
