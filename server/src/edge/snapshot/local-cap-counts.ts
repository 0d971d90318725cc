const secondMs = 1_000;
/** Hours and days of all time zones begin with a quarter of an hour. */
const quarterMs = 900_000;
const secondsMax = 2_000;

/** Visitors that this process sent to one record, by the second, until the traffic store is known to have them. */
export class LocalCapCounts {
  readonly #seconds = new Map<number, number>();
  /** Arrivals too old for a count to begin in the middle of them; they pile up while nobody counts. */
  readonly #quarters = new Map<number, number>();
  /** Sums that were asked for, by the time they begin at. */
  readonly #sums = new Map<number, number>();

  add(timeMs: number): void {
    addTo(this.#seconds, floorTo(timeMs, secondMs), 1);
    for (const [sinceMs, sum] of this.#sums) if (timeMs >= sinceMs) this.#sums.set(sinceMs, sum + 1);
    if (this.#seconds.size > secondsMax) this.#foldOld(timeMs - quarterMs);
  }

  /** Arrivals at or after a whole second. */
  countSince(sinceMs: number): number {
    const known = this.#sums.get(sinceMs);
    if (known !== undefined) return known;
    const sum = sumSince(this.#seconds, sinceMs) + sumSince(this.#quarters, sinceMs);
    this.#sums.set(sinceMs, sum);
    return sum;
  }

  forgetBefore(beforeMs: number): void {
    for (const at of this.#seconds.keys()) if (at < beforeMs) this.#seconds.delete(at);
    for (const at of this.#quarters.keys()) if (at < beforeMs) this.#quarters.delete(at);
    this.#sums.clear();
  }

  #foldOld(beforeMs: number): void {
    for (const [at, count] of this.#seconds) {
      if (at >= beforeMs) continue;
      this.#seconds.delete(at);
      addTo(this.#quarters, floorTo(at, quarterMs), count);
    }
  }
}

function addTo(counts: Map<number, number>, at: number, count: number): void {
  counts.set(at, (counts.get(at) ?? 0) + count);
}

function floorTo(timeMs: number, stepMs: number): number {
  return Math.floor(timeMs / stepMs) * stepMs;
}

function sumSince(counts: ReadonlyMap<number, number>, sinceMs: number): number {
  let sum = 0;
  for (const [at, count] of counts) if (at >= sinceMs) sum += count;
  return sum;
}
