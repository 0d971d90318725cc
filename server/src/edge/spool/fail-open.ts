import { Deadline } from './deadline.ts';
import type { LateRows } from './late-rows.ts';
import { answerRow, type WaitingRow } from './waiting-row.ts';

// While the disk accepts no rows, waiting longer would only delay visitors, unless the operator has chosen that.
const shareWhileStuck = 0.1;
const chosenLimitMs = 1_000;

/** Answers requests whose rows do not reach the disk in time. */
export class FailOpen {
  readonly #usual: Deadline;
  readonly #whileStuck: Deadline;

  constructor(limitMs: number, late: LateRows) {
    const expire = (row: WaitingRow) => {
      row.isLate = true;
      late.add(() => answerRow(row, 'late'));
    };
    this.#usual = new Deadline(limitMs, expire);
    this.#whileStuck = new Deadline(limitMs > chosenLimitMs ? limitMs : limitMs * shareWhileStuck, expire);
  }

  watch(row: WaitingRow, isStuck: boolean): void {
    (isStuck ? this.#whileStuck : this.#usual).watch(row);
  }
}
