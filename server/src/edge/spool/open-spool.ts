import type { BatchTarget } from '../../domain/traffic/batch-target.ts';
import { newCounters, type SpoolCounters } from './counters.ts';
import { DiskBudget, type DiskLimits } from './disk-budget.ts';
import { realFiles, withoutSyncs, type FileOperations } from './file-operations.ts';
import { LateRows } from './late-rows.ts';
import { Shipper, type ShipperOptions } from './shipper.ts';
import { SpoolDirectory } from './spool-directory.ts';
import { SpoolWriter, type OldestRow, type WriterOptions, type WriterProblem } from './spool-writer.ts';
import type { Fate } from './waiting-row.ts';

export type SpoolOptions = Partial<WriterOptions & DiskLimits> & {
  /** For one stream of one process. Whoever opens it holds a lock on it. */
  directory: string;
  sync?: 'on' | 'off';
  /** How long a segment is kept after it was shipped, so that an engine that lost its disk can be fed again. */
  keepShippedMs?: number;
  files?: FileOperations;
  now?: () => number;
  /** Milliseconds that only grow, whatever becomes of the clock: waits are measured by it. */
  uptime?: () => number;
};

type ShippingOptions = Pick<ShipperOptions, 'visitWait' | 'onProblem' | 'firstPauseMs'> & {
  /** The stream of the same edge whose rows these belong to. */
  visits?: Pick<Spool, 'status'>;
};

const mebibyte = 1024 * 1024;

const spoolDefaults = {
  failOpenMs: 25,
  failClosedMs: 5_000,
  segmentBytes: 48 * mebibyte,
  segmentMs: 1_000,
  // A row in a batch of one second is twice the work for an engine of a row in one of four, merges included. It begins to
  // matter at some two thousand visits a second.
  busySegmentMs: 4_000,
  busyBytes: 2 * mebibyte,
  memoryBytesMax: 64 * mebibyte,
  limitBytes: 20 * 1024 * mebibyte,
  diskPercentMax: 80,
  smallBytes: 256 * mebibyte,
  retryPauseMs: 20,
  keepShippedMs: 24 * 3_600_000,
};

const cleanEveryMs = 60_000;
const closeTimeoutMs = 5_000;

/** Opens a directory, recovers what a crash left open in it, and is then ready for rows; nothing else is read. */
export async function openSpool(options: SpoolOptions): Promise<Spool> {
  const now = options.now ?? Date.now;
  const chosen = options.files ?? realFiles;
  const files = options.sync === 'off' ? withoutSyncs(chosen) : chosen;
  const counters = newCounters();
  const uptime = options.uptime ?? (() => performance.now());
  const directory = await SpoolDirectory.open({
    path: options.directory,
    files,
    counters,
    nowMs: now(),
    uptime,
  });
  const settings = { ...spoolDefaults, ...options };
  const budget = new DiskBudget(directory, settings);
  await budget.refresh();
  const late = await LateRows.open(options.directory, files, counters);
  const writer = new SpoolWriter({ directory, budget, counters, late }, settings);
  const { keepShippedMs } = settings;
  const { lostBefore } = late;
  return new Spool({ directory, budget, writer, counters, now, uptime, keepShippedMs, lostBefore });
}

type Parts = {
  directory: SpoolDirectory;
  budget: DiskBudget;
  writer: SpoolWriter;
  counters: SpoolCounters;
  now: () => number;
  uptime: () => number;
  keepShippedMs: number;
  lostBefore: number;
};

/** One stream of rows on its way to an engine. */
export class Spool {
  readonly #parts: Parts;
  readonly #cleaning: NodeJS.Timeout;
  #shipper: Shipper | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#cleaning = setInterval(() => void this.removeOld().catch(() => undefined), cleanEveryMs).unref();
  }

  /**
   * For rows that fail open. `done` hears `kept` when the row is on disk, `late` when that takes too long (the row is
   * still written as soon as possible), and `lost`, perhaps before this returns, when there is no memory left for it.
   */
  append(row: string, timeMs: number, done: (fate: Fate) => void): void {
    this.#parts.writer.append(row, timeMs, done);
  }

  /** For rows that fail closed: `done` hears `kept`, or `lost` for a row that will not be written any more. */
  appendOrFail(row: string, timeMs: number, done: (fate: 'kept' | 'lost') => void): void {
    this.#parts.writer.appendOrFail(row, timeMs, done as (fate: Fate) => void);
  }

  startShipping(target: BatchTarget, { visits, ...options }: ShippingOptions = {}): void {
    const { directory, budget, counters, now, uptime } = this.#parts;
    // Rows that cannot be kept are lost: without room they are stored without their visits, and set right later.
    const unshippedVisits = () =>
      visits === undefined || budget.isShort() ? undefined : visits.status().oldestRow;
    const clocks = { now, uptime };
    this.#shipper ??= new Shipper({ directory, counters, ...clocks, target, unshippedVisits, ...options });
  }

  /** Rows that the process before had answered and not written when it ended, at most. */
  get lostBefore(): number {
    return this.#parts.lostBefore;
  }

  /** Plain numbers; the object is the same each time. */
  get counters(): SpoolCounters {
    return this.#parts.counters;
  }

  /** What is the case right now, for health and metrics. */
  status(): SpoolStatus {
    const { directory, writer } = this.#parts;
    return {
      writerProblem: writer.problem,
      isShippingFailing: this.#shipper?.isFailing === true,
      hasCheckedShipped: this.#shipper?.hasCheckedShipped === true,
      heldSegments: this.#shipper?.heldSegments ?? 0,
      waitingBytes: writer.waitingBytes,
      bytes: directory.bytes + writer.openBytes,
      backlogSegments: directory.sealed.length,
      backlogBytes: directory.backlogBytes + writer.openBytes,
      oldestUnshippedMs: this.#longestWaitMs(),
      oldestRow: directory.sealed.reduce<OldestRow | undefined>(
        (earliest, { name: { timeMs }, appendedAt }) => ({
          // Whoever set the clock back has made a later segment the older one.
          timeMs: Math.min(earliest?.timeMs ?? timeMs, timeMs),
          appendedAt: Math.min(earliest?.appendedAt ?? appendedAt, appendedAt),
        }),
        writer.oldestRow,
      ),
    };
  }

  /** By the time of the first row, or by how long this process has seen the segment: the clock may have been ahead. */
  #longestWaitMs(): number {
    const { directory, now, uptime } = this.#parts;
    const [nowMs, upMs] = [now(), uptime()];
    return directory.sealed.reduce(
      (longest, { name, sealedAt }) => Math.max(longest, nowMs - name.timeMs, upMs - sealedAt),
      0,
    );
  }

  async removeOld(): Promise<void> {
    const { directory, now, keepShippedMs } = this.#parts;
    const before = now() - keepShippedMs;
    await directory.removeShipped(({ name }) => name.state === 'shipped' && name.shippedMs <= before);
  }

  /** Writes what waits and seals it. What is not shipped yet is there for the next start. */
  async close(): Promise<void> {
    clearInterval(this.#cleaning);
    await this.#parts.writer.close(closeTimeoutMs);
    await this.#shipper?.stop();
  }
}

export type SpoolStatus = {
  writerProblem: WriterProblem | undefined;
  isShippingFailing: boolean;
  /** Shipped segments that the store has lost are among those that wait. */
  hasCheckedShipped: boolean;
  /** Segments that wait for the visits of their rows. */
  heldSegments: number;
  waitingBytes: number;
  /** Everything in the directory, also what was shipped and is kept. */
  bytes: number;
  backlogSegments: number;
  backlogBytes: number;
  oldestUnshippedMs: number;
  /** When the oldest row came that is not stored yet, wherever it waits. */
  oldestRow: OldestRow | undefined;
};
