import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SpoolCounters } from './counters.ts';
import { writeAll, type FileOperations } from './file-operations.ts';

const fileName = 'late-rows';
// Written in place, so that a full disk need not find room for it.
const fileBytes = 128;
const betweenWritesMs = 5;

type Noted = { answeredLate: number; waiting: number; lost: number };

/**
 * Counts rows that were answered before they were on disk, in a file beside the segments: if the process ends first, the
 * next one knows how many are missing. The file is not synced, since a disk that is slow to sync is why rows are late. So
 * it survives the end of the process, and not a power failure.
 */
export class LateRows {
  readonly #files: FileOperations;
  readonly #counters: SpoolCounters;
  #descriptor: number | undefined;
  #waiting = 0;
  #isChanged = false;
  #writing: Promise<void> | undefined;

  /** How many rows of the process before are missing, at most: some may have reached the disk unnoticed. */
  readonly lostBefore: number;

  private constructor(files: FileOperations, counters: SpoolCounters, lostBefore: number) {
    this.#files = files;
    this.#counters = counters;
    this.lostBefore = lostBefore;
  }

  /** Goes on with the counts of the process before; rows that it had not written by its end are lost. */
  static async open(directory: string, files: FileOperations, counters: SpoolCounters): Promise<LateRows> {
    const path = join(directory, fileName);
    const before = parse(await files.read(path).catch(() => undefined));
    counters.rowsAnsweredLate = before.answeredLate;
    counters.rowsLost['process-ended'] = before.lost + before.waiting;
    const late = new LateRows(files, counters, before.waiting);
    await late.#create(path).catch(() => undefined);
    return late;
  }

  /** A row is answered now and not on disk yet. */
  add(): void {
    this.#waiting += 1;
    this.#counters.rowsAnsweredLate += 1;
    this.#note();
  }

  /** How many of those are still not on disk. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Rows that were answered late are on disk by now, or known to be lost. */
  settle(count: number): void {
    if (count === 0) return;
    this.#waiting -= count;
    this.#note();
  }

  async close(): Promise<void> {
    await this.#writing;
    if (this.#descriptor !== undefined) await this.#files.close(this.#descriptor).catch(() => undefined);
    this.#descriptor = undefined;
  }

  async #create(path: string): Promise<void> {
    await this.#files.remove(path).catch(() => undefined);
    this.#descriptor = await this.#files.create(path, false);
    await this.#write();
  }

  #note(): void {
    this.#isChanged = true;
    this.#writing ??= this.#writeChanges().finally(() => (this.#writing = undefined));
  }

  async #writeChanges(): Promise<void> {
    while (this.#isChanged) {
      this.#isChanged = false;
      // A disk that does not take it does not take the rows either; the next change is the next attempt.
      await this.#write().catch(() => undefined);
      if (this.#isChanged) await sleep(betweenWritesMs, undefined, { ref: false });
    }
  }

  async #write(): Promise<void> {
    if (this.#descriptor === undefined) return;
    const { rowsAnsweredLate, rowsLost } = this.#counters;
    const noted: Noted = {
      answeredLate: rowsAnsweredLate,
      waiting: this.#waiting,
      lost: rowsLost['process-ended'],
    };
    const text = JSON.stringify(noted).padEnd(fileBytes - 1);
    await writeAll(this.#files, this.#descriptor, Buffer.from(`${text}\n`), 0);
  }
}

function parse(content: Buffer | undefined): Noted {
  const none = { answeredLate: 0, waiting: 0, lost: 0 };
  try {
    const noted = { ...none, ...(JSON.parse(content?.toString() ?? '{}') as Partial<Noted>) };
    return Object.values(noted).every((count) => Number.isSafeInteger(count) && count >= 0) ? noted : none;
  } catch {
    return none;
  }
}
