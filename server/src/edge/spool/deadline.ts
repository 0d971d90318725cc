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
    this.#arm(this.#limitMs);
  }

  #sweep(): void {
    // Timers count whole milliseconds and may be early by a fraction of one.
    const expired = performance.now() - this.#limitMs + 1;
    // Taken out first: whoever is answered may bring the next row at once.
    const rows = this.#rows;
    this.#rows = [];
    const first = rows.findIndex((row) => row.done !== undefined && row.appendedAt > expired);
    const due = first === -1 ? rows : rows.slice(0, first);
    for (const row of due) if (row.done !== undefined) this.#expire(row);
    this.#rows = [...rows.slice(due.length), ...this.#rows];
    const [next] = this.#rows;
    this.#isArmed = next !== undefined;
    if (next !== undefined) this.#arm(next.appendedAt + this.#limitMs - performance.now());
  }

  #arm(delayMs: number): void {
    setTimeout(() => this.#sweep(), Math.max(1, delayMs));
  }
}
