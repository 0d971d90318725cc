import { setTimeout as sleep } from 'node:timers/promises';
import { systemCode } from '../../platform/errors.ts';
import type { SpoolCounters } from './counters.ts';
import { Deadline } from './deadline.ts';
import type { DiskBudget, DiskProblem } from './disk-budget.ts';
import { FailOpen } from './fail-open.ts';
import type { LateRows } from './late-rows.ts';
import { LineBuffer } from './line-buffer.ts';
import { RowQueue } from './row-queue.ts';
import { maximumAgeMs, type SegmentAges } from './segment-ages.ts';
import { SegmentFile } from './segment-file.ts';
import { Month } from './segment-name.ts';
import type { SpoolDirectory } from './spool-directory.ts';
import { answerRow, type Fate, type WaitingRow } from './waiting-row.ts';

export type WriterOptions = SegmentAges & {
  failOpenMs: number;
  failClosedMs: number;
  segmentBytes: number;
  memoryBytesMax: number;
  /** Pause after the second consecutive failure. It doubles with each additional failure, up to a second. */
  retryPauseMs: number;
};

type WriterParts = {
  directory: SpoolDirectory;
  budget: DiskBudget;
  counters: SpoolCounters;
  late: LateRows;
};

/** Timestamp of a row, and the process uptime when the row was appended. */
export type OldestRow = { timeMs: number; appendedAt: number };

export type WriterProblem = DiskProblem | 'failing' | 'stalled';

const stalledAfterMs = 500;
const longestPauseMs = 1_000;
const noRoomPauseMs = 200;
// Maximum size of one write, because a larger group would only make all its rows wait longer.
const groupBytesMax = 2 * 1024 * 1024;
// Turns of the event loop to wait. Clients often send the next request one or two turns after a response, so this pause
// makes groups about 50% larger, which means fewer writes and syncs.
const turnsBetweenGroups = 2;

/**
 * Writes rows with group commit: rows that arrive during a write and its sync form the next group. A row therefore
 * waits for at most two syncs, and a slow disk leads to larger groups instead of a longer queue.
 */
export class SpoolWriter {
  readonly #directory: SpoolDirectory;
  readonly #budget: DiskBudget;
  readonly #counters: SpoolCounters;
  readonly #late: LateRows;
  readonly #options: WriterOptions;
  readonly #failOpen: FailOpen;
  readonly #failClosed: Deadline;
  readonly #queue = new RowQueue();
  readonly #lines = new LineBuffer();
  isBehind: () => boolean = () => false;
  #segment: SegmentFile | undefined;
  #segmentTimer: NodeJS.Timeout | undefined;
  #isSegmentDue = false;
  #isRunning = false;
  #isClosed = false;
  #isStopped = false;
  #failures = 0;
  #writtenAt = 0;
  #problem: WriterProblem | undefined;
  #onIdle: () => void = () => undefined;

  constructor({ directory, budget, counters, late }: WriterParts, options: WriterOptions) {
    this.#directory = directory;
    this.#budget = budget;
    this.#counters = counters;
    this.#late = late;
    this.#options = options;
    this.#failOpen = new FailOpen(options.failOpenMs, late);
    this.#failClosed = new Deadline(options.failClosedMs, (row) => {
      // A row that is being written at this moment may still be stored; the sender must tolerate a duplicate.
      row.isDropped = true;
      counters.rowsLost.timeout += 1;
      answerRow(row, 'lost');
    });
  }

  get problem(): WriterProblem | undefined {
    return this.#problem ?? (this.#isStuck(performance.now()) ? 'stalled' : undefined);
  }

  get waitingBytes(): number {
    return this.#queue.bytes;
  }

  get oldestRow(): OldestRow | undefined {
    return this.#segment ?? this.#queue.first;
  }

  get openBytes(): number {
    return this.#segment?.bytes ?? 0;
  }

  append(row: string, timeMs: number, done: (fate: Fate) => void): void {
    const waiting = this.#add(row, timeMs, done);
    if (waiting !== undefined) this.#failOpen.watch(waiting, this.#isStuck(waiting.appendedAt));
  }

  appendOrFail(row: string, timeMs: number, done: (fate: Fate) => void): void {
    const waiting = this.#add(row, timeMs, done);
    if (waiting !== undefined) this.#failClosed.watch(waiting);
  }

  /** Writes waiting rows and seals the segment. Rows that cannot be written in time are lost. */
  async close(timeoutMs: number): Promise<void> {
    this.#isClosed = true;
    const finished = new Promise<void>((resolve) => (this.#onIdle = resolve));
    this.#wake();
    await Promise.race([finished, sleep(timeoutMs, undefined, { ref: false })]);
    this.#isStopped = true;
    clearTimeout(this.#segmentTimer);
    const remaining = this.#queue.forgetAll().filter((row) => !row.isDropped);
    this.#settleLate(remaining);
    for (const row of remaining) {
      this.#counters.rowsLost.closed += 1;
      answerRow(row, 'lost');
    }
    await Promise.race([this.#late.close(), sleep(longestPauseMs, undefined, { ref: false })]);
  }

  #isStuck(now: number): boolean {
    if (this.#problem !== undefined) return true;
    const oldest = this.#queue.first;
    return oldest !== undefined && now - Math.max(oldest.appendedAt, this.#writtenAt) > stalledAfterMs;
  }

  #settleLate(rows: readonly WaitingRow[]): void {
    if (this.#late.waiting > 0) this.#late.settle(rows.filter(({ isLate }) => isLate === true).length);
  }

  #add(row: string, timeMs: number, done: (fate: Fate) => void): WaitingRow | undefined {
    this.#counters.rowsAppended += 1;
    const isFull = this.#queue.bytes + row.length > this.#options.memoryBytesMax;
    if (this.#isClosed || isFull) {
      this.#counters.rowsLost[this.#isClosed ? 'closed' : 'memory-full'] += 1;
      done('lost');
      return undefined;
    }
    const waiting = { row, timeMs, appendedAt: performance.now(), done, isDropped: false, isLate: false };
    this.#queue.add(waiting);
    this.#wake();
    return waiting;
  }

  // Starts writing in the next turn of the event loop, so that all requests of this turn form one group.
  #wake(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    setImmediate(() => void this.#run());
  }

  async #run(): Promise<void> {
    while (!this.#isStopped && (this.#queue.first !== undefined || this.#isSegmentOver())) {
      try {
        await this.#step();
        if (this.#queue.first !== undefined) await yieldTurns(turnsBetweenGroups);
      } catch (error) {
        await this.#recover(error);
      }
    }
    this.#isRunning = false;
    this.#onIdle();
  }

  async #step(): Promise<void> {
    const { first } = this.#queue;
    if (this.#isSegmentOver()) await this.#finishSegment();
    if (first === undefined || !(await this.#hasRoom())) return;
    const month = this.#segment?.month ?? new Month(first.timeMs);
    const rows = this.#queue.peek(month, groupBytesMax);
    const count = rows.length;
    const group = rows.filter((row) => !row.isDropped);
    if (group.length > 0) await this.#write(group);
    this.#queue.forget(count);
    this.#settleLate(group);
    for (const row of group) answerRow(row, 'kept');
  }

  async #write(group: WaitingRow[]): Promise<void> {
    this.#segment ??= await this.#newSegment(group);
    await this.#segment.append(this.#lines.encode(group, this.#segment.prefix), this.#counters);
    if (this.#segment.bytes >= this.#options.segmentBytes) this.#isSegmentDue = true;
    this.#failures = 0;
    this.#problem = undefined;
    this.#writtenAt = performance.now();
    this.#counters.groups += 1;
    this.#counters.rowsKept += group.length;
  }

  async #newSegment([first]: WaitingRow[]): Promise<SegmentFile> {
    const segment = await SegmentFile.create(this.#directory, first ?? { timeMs: 0, appendedAt: 0 });
    const { segmentMs } = this.#options;
    const end = () => {
      this.#isSegmentDue = true;
      this.#wake();
    };
    this.#segmentTimer = setTimeout(() => {
      const ageMs = maximumAgeMs(segment.bytes, this.isBehind(), this.#options);
      if (ageMs <= segmentMs) end();
      else this.#segmentTimer = setTimeout(end, ageMs - segmentMs);
    }, segmentMs);
    return segment;
  }

  #isSegmentOver(): boolean {
    if (this.#segment === undefined) return false;
    if (this.#isSegmentDue || this.#segment.hasFailed) return true;
    const { first } = this.#queue;
    return first === undefined ? this.#isClosed : !this.#segment.month.includes(first.timeMs);
  }

  async #finishSegment(): Promise<void> {
    clearTimeout(this.#segmentTimer);
    await this.#segment?.finish();
    this.#segment = undefined;
    this.#isSegmentDue = false;
  }

  async #hasRoom(): Promise<boolean> {
    const problem = this.#budget.problem(this.openBytes);
    if (problem === undefined) return true;
    this.#problem = problem;
    await sleep(noRoomPauseMs);
    return false;
  }

  // Retries with a new file immediately after the first failure, then with increasing pauses.
  async #recover(failure: unknown): Promise<void> {
    this.#failures += 1;
    this.#problem = 'failing';
    if (systemCode(failure) === 'ENOSPC')
      await this.#budget.free(this.#options.segmentBytes * 4).catch(() => undefined);
    if (this.#failures === 1) return;
    await sleep(Math.min(longestPauseMs, this.#options.retryPauseMs * 2 ** (this.#failures - 2)));
  }
}

async function yieldTurns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
}
