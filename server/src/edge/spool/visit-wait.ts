/** How long rows wait for the visits they belong to. */
export type VisitWaitLimits = {
  /** However many are still found: no longer than this. */
  mostMs: number;
  /** Nothing found for this long: what is missing does not come. */
  quietMs: number;
  againMs: number;
};

export const visitWaitDefaults: VisitWaitLimits = { mostMs: 60_000, quietMs: 10_000, againMs: 1_000 };

type Wait = { startedAt: number; missing: number; lastFoundAt: number; againAt: number };

/**
 * Segments that wait for visits. Those behind them do not wait with them: one landing click of a visit that was never
 * stored would otherwise hold up all others, second after second.
 */
export class VisitWait {
  readonly #limits: VisitWaitLimits;
  readonly #waits = new Map<string, Wait>();

  constructor(limits: VisitWaitLimits) {
    this.#limits = limits;
  }

  /** When this batch may be tried next; 0 for one that does not wait. */
  againAt(batch: string): number {
    return this.#waits.get(batch)?.againAt ?? 0;
  }

  /** Whether the batch has to wait on, now that so many of its visits are missing. */
  mustWait(batch: string, missing: number, nowMs: number): boolean {
    const wait = this.#waits.get(batch) ?? { startedAt: nowMs, missing, lastFoundAt: nowMs, againAt: 0 };
    if (missing < wait.missing) wait.lastFoundAt = nowMs;
    const { mostMs, quietMs, againMs } = this.#limits;
    const isOver = missing === 0 || nowMs - wait.startedAt >= mostMs || nowMs - wait.lastFoundAt >= quietMs;
    if (isOver) {
      this.#waits.delete(batch);
      return false;
    }
    this.#waits.set(batch, { ...wait, missing, againAt: nowMs + againMs });
    return true;
  }
}
