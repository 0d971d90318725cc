import type { MissingVisits } from '../../domain/traffic/batch-target.ts';

/** How long rows wait for the visits they belong to, where these do not come from their own edge. */
export type VisitWaitLimits = {
  /** However many are still found: no longer than this. */
  mostMs: number;
  /** Nothing found for this long: what is missing does not come. */
  quietMs: number;
  againMs: number;
};

export const visitWaitDefaults: VisitWaitLimits = { mostMs: 60_000, quietMs: 10_000, againMs: 1_000 };

/** What is the case at a moment. */
type Present = {
  /** By the uptime of the process: no change of the clock makes a wait longer. */
  upMs: number;
  /** When the oldest visit of the same edge came that is not stored yet; undefined where nobody waits for one. */
  visitsSinceMs: number | undefined;
};

type Wait = {
  startedAt: number;
  missing: MissingVisits;
  lastFoundAt: number;
  againAt: number;
  isForOwnEdge: boolean;
};

// A visit's row is written some moments after its time, longer if the body of its request came slowly; so a segment may
// have rows that are older than its first one.
const writingMs = 5_000;

/**
 * Segments that wait for visits. Those behind them do not wait with them: one landing click of a visit that was never
 * stored would otherwise hold up all others, second after second. Visits of the same edge are waited for until they are
 * stored, since it is known whether they are on their way; those of another edge for a while.
 */
export class MissingVisitPolicy {
  readonly #limits: VisitWaitLimits;
  readonly #waits = new Map<string, Wait>();

  constructor(limits: VisitWaitLimits) {
    this.#limits = limits;
  }

  /** How many segments wait. */
  get size(): number {
    return this.#waits.size;
  }

  /** For a batch that is not there any more. */
  forget(batch: string): void {
    this.#waits.delete(batch);
  }

  /** When this batch may be tried next; 0 for one that does not wait. */
  againAt(batch: string, { visitsSinceMs }: Pick<Present, 'visitsSinceMs'>): number {
    const wait = this.#waits.get(batch);
    if (wait === undefined) return 0;
    // Far behind, what is missing cannot be there yet: nobody need be asked.
    const isFarBehind =
      wait.isForOwnEdge &&
      visitsSinceMs !== undefined &&
      wait.missing.newestMs - visitsSinceMs >= this.#limits.quietMs;
    return isFarBehind ? Number.POSITIVE_INFINITY : wait.againAt;
  }

  /** Whether the batch has to wait on, now that these of its visits are missing. */
  mustWait(batch: string, missing: MissingVisits, { upMs, visitsSinceMs }: Present): boolean {
    const { mostMs, quietMs, againMs } = this.#limits;
    const isForOwnEdge = visitsSinceMs !== undefined && visitsSinceMs <= missing.newestMs + writingMs;
    const fresh = { startedAt: upMs, missing, lastFoundAt: upMs };
    // For other edges it waits from when its own has no more to bring.
    const wait = isForOwnEdge ? fresh : (this.#waits.get(batch) ?? fresh);
    const lastFoundAt = missing.count < wait.missing.count ? upMs : wait.lastFoundAt;
    const isOver = upMs - wait.startedAt >= mostMs || upMs - lastFoundAt >= quietMs;
    if (missing.count === 0 || (isOver && !isForOwnEdge)) {
      this.forget(batch);
      return false;
    }
    this.#waits.set(batch, {
      startedAt: wait.startedAt,
      missing,
      lastFoundAt,
      againAt: upMs + againMs,
      isForOwnEdge,
    });
    return true;
  }
}
