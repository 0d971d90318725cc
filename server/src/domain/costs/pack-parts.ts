/** A stretch of time and the visits in it; `untilMs` is the first moment after it. */
export type TimedVisits = { fromMs: number; untilMs: number; visits: number };

/**
 * Stretches one after the other, put together as long as a part has at most so many visits. A stretch that has more by
 * itself is a part by itself. Gaps between them belong to nobody: nothing was there.
 */
export function packParts(stretches: readonly TimedVisits[], visitsMax: number): TimedVisits[] {
  const parts: TimedVisits[] = [];
  let open: TimedVisits | undefined;
  for (const stretch of stretches) {
    if (open === undefined || open.visits + stretch.visits > visitsMax) {
      open = { ...stretch };
      parts.push(open);
    } else {
      open.untilMs = stretch.untilMs;
      open.visits += stretch.visits;
    }
  }
  return parts;
}
