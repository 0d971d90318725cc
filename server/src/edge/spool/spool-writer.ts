import { setTimeout as sleep } from 'node:timers/promises';
import { systemCode } from '../../platform/errors.ts';
import type { SpoolCounters } from './counters.ts';
import { Deadline } from './deadline.ts';
import type { DiskBudget, DiskProblem } from './disk-budget.ts';
import type { LateRows } from './late-rows.ts';
import { LineBuffer } from './line-buffer.ts';
import { RowQueue } from './row-queue.ts';
import { SegmentFile } from './segment-file.ts';
import { Month } from './segment-name.ts';
import type { SpoolDirectory } from './spool-directory.ts';
import { answerRow, type Fate, type WaitingRow } from './waiting-row.ts';

export type WriterOptions = {
  failOpenMs: number;
  failClosedMs: number;
  segmentBytes: number;
  segmentMs: number;
  /** How long a segment may last that has so many bytes by then. */
  busySegmentMs: number;
  busyBytes: number;
  memoryBytesMax: number;
  /** After the second failure in a row; each further one doubles it, up to a second. */
  retryPauseMs: number;
};

type WriterParts = {
  directory: SpoolDirectory;
  budget: DiskBudget;
  counters: SpoolCounters;
  late: LateRows;
};

/** By the clock, and by the uptime of the process. */
export type OldestRow = { timeMs: number; appendedAt: number };

/** Why rows are not being kept right now. */
export type WriterProblem = DiskProblem | 'failing' | 'stalled';

const stalledAfterMs = 500;
const longestPauseMs = 1_000;
const noRoomPauseMs = 200;
// What one write takes at most: more of it would only make everybody wait for the whole.
const groupBytesMax = 2 * 1024 * 1024;
// Of the event loop. Whoever is answered has often sent the next request one or two of them later: groups are then half
// as large again, and every write and its sync is work that a group shares.
const turnsBetweenGroups = 2;

/**
 * Group commit: rows that come while a write and its sync are under way form the next group, which begins when those are
 * done. So a row waits for at most two syncs, and a busy disk makes groups larger instead of the queue longer.
 */
export class SpoolWriter {
  readonly #directory: SpoolDirectory;
  readonly #budget: DiskBudget;
  readonly #counters: SpoolCounters;
  readonly #late: LateRows;
  readonly #options: WriterOptions;
  readonly #failOpen: Deadline;
  readonly #failClosed: Deadline;
  readonly #queue = new RowQueue();
  readonly #lines = new LineBuffer();
  #segment: SegmentFile | undefined;
  #segmentTimer: NodeJS.Timeout | undefined;
  #isSegmentDue = false;
  #isRunning = false;
  #isClosed = false;
  #isStopped = false;
  #failures = 0;
  #problem: WriterProblem | undefined;
  #onIdle: () => void = () => undefined;

  constructor({ directory, budget, counters, late }: WriterParts, options: WriterOptions) {
    this.#directory = directory;
    this.#budget = budget;
    this.#counters = counters;
    this.#late = late;
    this.#options = options;
    this.#failOpen = new Deadline(options.failOpenMs, (row) => {
      late.add();
      answerRow(row, 'late');
    });
    this.#failClosed = new Deadline(options.failClosedMs, (row) => {
      // One that is being written at this moment may be kept all the same; whoever sends it again has to bear that.
      row.isDropped = true;
      counters.rowsLost.timeout += 1;
      answerRow(row, 'lost');
    });
  }

  get problem(): WriterProblem | undefined {
    const oldest = this.#queue.first?.appendedAt ?? Number.POSITIVE_INFINITY;
    return this.#problem ?? (performance.now() - oldest > stalledAfterMs ? 'stalled' : undefined);
  }

  get waitingBytes(): number {
    return this.#queue.bytes;
  }

  /** The oldest row that is in no sealed segment yet. */
  get oldestRow(): OldestRow | undefined {
    return this.#segment ?? this.#queue.first;
  }

  get openBytes(): number {
    return this.#segment?.bytes ?? 0;
  }

  append(row: string, timeMs: number, done: (fate: Fate) => void): void {
    const waiting = this.#add(row, timeMs, done);
    if (waiting !== undefined) this.#failOpen.watch(waiting);
  }

  appendOrFail(row: string, timeMs: number, done: (fate: Fate) => void): void {
    const waiting = this.#add(row, timeMs, done);
    if (waiting !== undefined) this.#failClosed.watch(waiting);
  }

  /** Writes what waits, as far as the disk takes it, and seals the segment. What is left then is lost. */
  async close(timeoutMs: number): Promise<void> {
    this.#isClosed = true;
    const finished = new Promise<void>((resolve) => (this.#onIdle = resolve));
    this.#wake();
    await Promise.race([finished, sleep(timeoutMs, undefined, { ref: false })]);
    this.#isStopped = true;
    clearTimeout(this.#segmentTimer);
    const left = this.#queue.forgetAll().filter((row) => !row.isDropped);
    this.#settleLate(left);
    for (const row of left) {
      this.#counters.rowsLost.closed += 1;
      answerRow(row, 'lost');
    }
    await Promise.race([this.#late.close(), sleep(longestPauseMs, undefined, { ref: false })]);
  }

  #settleLate(rows: readonly WaitingRow[]): void {
    if (this.#late.waiting > 0) this.#late.settle(rows.filter(({ done }) => done === undefined).length);
  }

  #add(row: string, timeMs: number, done: (fate: Fate) => void): WaitingRow | undefined {
    this.#counters.rowsAppended += 1;
    const isFull = this.#queue.bytes + row.length > this.#options.memoryBytesMax;
    if (this.#isClosed || isFull) {
      this.#counters.rowsLost[this.#isClosed ? 'closed' : 'memory-full'] += 1;
      done('lost');
      return undefined;
    }
    const waiting = { row, timeMs, appendedAt: performance.now(), done, isDropped: false };
    this.#queue.add(waiting);
    this.#wake();
    return waiting;
  }

  /** Not at once, but after all requests that this turn of the event loop brings: they form one group. */
  #wake(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    setImmediate(() => void this.#run());
  }

  async #run(): Promise<void> {
    while (!this.#isStopped && (this.#queue.first !== undefined || this.#isSegmentOver())) {
      try {
        await this.#step();
        if (this.#queue.first !== undefined) await takeTurns(turnsBetweenGroups);
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
    this.#counters.groups += 1;
    this.#counters.rowsKept += group.length;
  }

  async #newSegment([first]: WaitingRow[]): Promise<SegmentFile> {
    const segment = await SegmentFile.create(this.#directory, first ?? { timeMs: 0, appendedAt: 0 });
    const { segmentMs, busySegmentMs, busyBytes } = this.#options;
    const end = () => {
      this.#isSegmentDue = true;
      this.#wake();
    };
    this.#segmentTimer = setTimeout(() => {
      if (segment.bytes < busyBytes) end();
      else this.#segmentTimer = setTimeout(end, busySegmentMs - segmentMs);
    }, segmentMs);
    return segment;
  }

  /** Whether the segment, if there is one, takes no more rows. */
  #isSegmentOver(): boolean {
    if (this.#segment === undefined) return false;
    if (this.#isSegmentDue || this.#segment.isSpoiled) return true;
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

  /** The first failure is answered with a new file at once; a disk that goes on failing is left in peace for a while. */
  async #recover(failure: unknown): Promise<void> {
    this.#failures += 1;
    this.#problem = 'failing';
    if (systemCode(failure) === 'ENOSPC')
      await this.#budget.free(this.#options.segmentBytes * 4).catch(() => undefined);
    if (this.#failures === 1) return;
    await sleep(Math.min(longestPauseMs, this.#options.retryPauseMs * 2 ** (this.#failures - 2)));
  }
}

async function takeTurns(many: number): Promise<void> {
  for (let turn = 0; turn < many; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
}
