const secondMs = 1_000;
// In every time zone, hours and days start at a multiple of 15 minutes.
const quarterMs = 900_000;
const secondsMax = 2_000;

/** Counts the visitors that this process sent to one record, per second, until the worker's count includes them. */
export class LocalCapCounts {
  readonly #seconds = new Map<number, number>();
  // Older counts, merged per quarter hour to save memory while no count arrives from the worker.
  readonly #quarters = new Map<number, number>();
  readonly #sums = new Map<number, number>();

  add(timeMs: number): void {
    addTo(this.#seconds, floorTo(timeMs, secondMs), 1);
    for (const [sinceMs, sum] of this.#sums) if (timeMs >= sinceMs) this.#sums.set(sinceMs, sum + 1);
    if (this.#seconds.size > secondsMax) this.#mergeBefore(timeMs - quarterMs);
  }

  /** `sinceMs` must be a whole second. */
  countSince(sinceMs: number): number {
    const cached = this.#sums.get(sinceMs);
    if (cached !== undefined) return cached;
    const sum = sumSince(this.#seconds, sinceMs) + sumSince(this.#quarters, sinceMs);
    this.#sums.set(sinceMs, sum);
    return sum;
  }

  forgetBefore(beforeMs: number): void {
    for (const at of this.#seconds.keys()) if (at < beforeMs) this.#seconds.delete(at);
    for (const at of this.#quarters.keys()) if (at < beforeMs) this.#quarters.delete(at);
    this.#sums.clear();
  }

  #mergeBefore(beforeMs: number): void {
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
