import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SpoolCounters } from './counters.ts';
import { writeAll, type FileOperations } from './file-operations.ts';

const fileName = 'late-rows';
// The file has a fixed size and is overwritten, so that it needs no additional space on a full disk.
const fileBytes = 128;
const writeIntervalMs = 5;
// A disk that hangs must not delay visitors any further.
const countedWithinMs = 50;

type LateRowsOptions = {
  directory: string;
  files: FileOperations;
  counters: SpoolCounters;
  // Receives the maximum number of rows that the previous process lost.
  onLost?: ((rowsMax: number) => void) | undefined;
};

type StoredCounts = { answeredLate: number; waiting: number; lost: number };

/**
 * Counts rows whose requests were answered before the rows were on disk. The count is kept in a file next to the
 * segments, so that the next process knows how many rows are missing if this process ends before it has written them.
 * The file is not synced, because rows are late precisely when syncing is slow. The count therefore survives a process
 * crash but not a power failure.
 */
export class LateRows {
  readonly #files: FileOperations;
  readonly #counters: SpoolCounters;
  #descriptor: number | undefined;
  #waiting = 0;
  #isChanged = false;
  #uncounted: (() => void)[] = [];
  #writing: Promise<void> | undefined;

  private constructor(files: FileOperations, counters: SpoolCounters) {
    this.#files = files;
    this.#counters = counters;
  }

  /**
   * Continues the counts of the previous process. Late rows that it had not written are counted as lost, although some
   * may have reached the disk unnoticed.
   */
  static async open({ directory, files, counters, onLost }: LateRowsOptions): Promise<LateRows> {
    const path = join(directory, fileName);
    const previous = parse(await files.read(path).catch(() => undefined));
    counters.rowsAnsweredLate = previous.answeredLate;
    counters.rowsLost['process-ended'] = previous.lost + previous.waiting;
    // Reported before the file is changed, because this process may be killed in between.
    if (previous.waiting > 0) onLost?.(previous.waiting);
    const late = new LateRows(files, counters);
    await late.#create(path).catch(() => undefined);
    return late;
  }

  // Calls `answer` when the count is written, because the process may be killed right after the answer, and again after
  // a time limit. Only the first call may have an effect.
  add(answer: () => void): void {
    this.#waiting += 1;
    this.#counters.rowsAnsweredLate += 1;
    this.#uncounted.push(answer);
    setTimeout(answer, countedWithinMs);
    this.#scheduleWrite();
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** Must be called when late rows are on disk or known to be lost. */
  settle(count: number): void {
    if (count === 0) return;
    this.#waiting -= count;
    this.#scheduleWrite();
  }

  async close(): Promise<void> {
    await this.#writing;
    if (this.#descriptor !== undefined) await this.#files.close(this.#descriptor).catch(() => undefined);
    this.#descriptor = undefined;
  }

  async #create(path: string): Promise<void> {
    // The file is overwritten in place, because a full disk may have no space for a new one.
    this.#descriptor = await this.#files.reopen?.(path).catch(() => undefined);
    if (this.#descriptor === undefined) {
      await this.#files.remove(path).catch(() => undefined);
      this.#descriptor = await this.#files.create(path, false);
    }
    await this.#write();
  }

  #scheduleWrite(): void {
    this.#isChanged = true;
    this.#writing ??= this.#writeChanges().finally(() => (this.#writing = undefined));
  }

  async #writeChanges(): Promise<void> {
    while (this.#isChanged) {
      this.#isChanged = false;
      const counted = this.#uncounted;
      this.#uncounted = [];
      // An error is ignored, because the next change writes the counts again. If the disk fails, writing rows also
      // fails, and that error is reported.
      await this.#write().catch(() => undefined);
      for (const answer of counted) answer();
      if (this.#isChanged) await sleep(writeIntervalMs, undefined, { ref: false });
    }
  }

  async #write(): Promise<void> {
    if (this.#descriptor === undefined) return;
    const { rowsAnsweredLate, rowsLost } = this.#counters;
    const counts: StoredCounts = {
      answeredLate: rowsAnsweredLate,
      waiting: this.#waiting,
      lost: rowsLost['process-ended'],
    };
    const text = JSON.stringify(counts).padEnd(fileBytes - 1);
    await writeAll(this.#files, this.#descriptor, Buffer.from(`${text}\n`), 0);
  }
}

function parse(content: Buffer | undefined): StoredCounts {
  const none = { answeredLate: 0, waiting: 0, lost: 0 };
  try {
    const counts = { ...none, ...(JSON.parse(content?.toString() ?? '{}') as Partial<StoredCounts>) };
    return Object.values(counts).every((count) => Number.isSafeInteger(count) && count >= 0) ? counts : none;
  } catch {
    return none;
  }
}
