import type { MissingVisits } from '../../domain/traffic/batch-target.ts';

/** How long rows wait for visits that come from other edges. */
export type VisitWaitLimits = {
  /** Maximum wait, even while missing visits are still arriving. */
  maxWaitMs: number;
  /** Maximum time since the last missing visit arrived. */
  noProgressMs: number;
  retryMs: number;
};

export const visitWaitDefaults: VisitWaitLimits = { maxWaitMs: 60_000, noProgressMs: 10_000, retryMs: 1_000 };

type Moment = {
  // Process uptime, which is not affected by changes to the clock.
  upMs: number;
  visitsSinceMs: number | undefined;
};

type Wait = {
  startedAt: number;
  missing: MissingVisits;
  lastFoundAt: number;
  retryAt: number;
  isForOwnEdge: boolean;
};

// A visit's row is written some time after its timestamp, especially if the request body arrives slowly, so a segment
// may contain rows that are older than the segment's first row.
const writingMs = 5_000;

/**
 * Decides how long segments wait for missing visits. A waiting segment does not hold up later segments, because one
 * click whose visit was never stored would otherwise block all other clicks. A segment waits for visits from its own
 * edge until they are stored, because this edge knows that they are coming, and for visits from other edges up to the
 * limits.
 */
export class MissingVisitPolicy {
  readonly #limits: VisitWaitLimits;
  readonly #waits = new Map<string, Wait>();

  constructor(limits: VisitWaitLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#waits.size;
  }

  forget(batch: string): void {
    this.#waits.delete(batch);
  }

  /** Returns the time of the next attempt, or 0 for a batch that does not wait. */
  retryAt(batch: string, { visitsSinceMs }: Pick<Moment, 'visitsSinceMs'>): number {
    const wait = this.#waits.get(batch);
    if (wait === undefined) return 0;
    // If the shipping of visits is far behind, the missing visits cannot be stored yet, so the target is not queried.
    const isFarBehind =
      wait.isForOwnEdge &&
      visitsSinceMs !== undefined &&
      wait.missing.newestMs - visitsSinceMs >= this.#limits.noProgressMs;
    return isFarBehind ? Number.POSITIVE_INFINITY : wait.retryAt;
  }

  mustWait(batch: string, missing: MissingVisits, { upMs, visitsSinceMs }: Moment): boolean {
    const { maxWaitMs, noProgressMs, retryMs } = this.#limits;
    const isForOwnEdge = visitsSinceMs !== undefined && visitsSinceMs <= missing.newestMs + writingMs;
    const fresh = { startedAt: upMs, missing, lastFoundAt: upMs };
    // The wait for other edges starts when this edge has no more visits to ship.
    const wait = isForOwnEdge ? fresh : (this.#waits.get(batch) ?? fresh);
    const lastFoundAt = missing.count < wait.missing.count ? upMs : wait.lastFoundAt;
    const isOver = upMs - wait.startedAt >= maxWaitMs || upMs - lastFoundAt >= noProgressMs;
    if (missing.count === 0 || (isOver && !isForOwnEdge)) {
      this.forget(batch);
      return false;
    }
    this.#waits.set(batch, {
      startedAt: wait.startedAt,
      missing,
      lastFoundAt,
      retryAt: upMs + retryMs,
      isForOwnEdge,
    });
    return true;
  }
}
