import type { WaitingRow } from './waiting-row.ts';

// Interval at which rows that were answered in time are removed from the list. With a long limit, they would otherwise
// accumulate in memory.
const sweepMs = 25;

/**
 * Expires rows that wait too long. One timer is enough for all rows, because they are added in the order of their
 * deadlines.
 */
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
    // Timers have a resolution of 1 ms and may fire up to 1 ms early.
    const expired = performance.now() - this.#limitMs + 1;
    // The rows are taken out of the list first, because a callback may add the next row immediately.
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
    setTimeout(() => this.#sweep(), Math.max(1, Math.min(delayMs, sweepMs)));
  }
}
