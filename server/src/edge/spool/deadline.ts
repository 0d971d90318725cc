import type { WaitingRow } from './waiting-row.ts';

/** Watches rows that may wait only so long. One timer for all of them: rows come in the order of their deadlines. */
export class Deadline {
  readonly #limitMs: number;
  readonly #expire: (row: WaitingRow) => void;
  #rows: WaitingRow[] = [];
  #isArmed = false;

  constructor(limitMs: number, expire: (row: WaitingRow) => void) {
    this.#limitMs = limitMs;
    this.#expire = expire;
  }

  watch(row: WaitingRow): void {
    this.#rows.push(row);
    if (this.#isArmed) return;
    this.#isArmed = true;
    setTimeout(() => this.#sweep(), this.#limitMs);
  }

  #sweep(): void {
    // Timers count whole milliseconds and may be early by a fraction of one.
    const expired = performance.now() - this.#limitMs + 1;
    const first = this.#rows.findIndex((row) => {
      if (row.done === undefined) return false;
      if (row.appendedAt > expired) return true;
      this.#expire(row);
      return false;
    });
    this.#rows = first === -1 ? [] : this.#rows.slice(first);
    const [next] = this.#rows;
    this.#isArmed = next !== undefined;
    if (next !== undefined)
      setTimeout(() => this.#sweep(), next.appendedAt + this.#limitMs - performance.now());
  }
}
