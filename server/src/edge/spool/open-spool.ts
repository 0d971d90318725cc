import type { BatchTarget } from '../../domain/traffic/batch-target.ts';
import { newCounters, type SpoolCounters } from './counters.ts';
import { DiskBudget, type DiskLimits } from './disk-budget.ts';
import { realFiles, withoutSyncs, type FileOperations } from './file-operations.ts';
import { LateRows } from './late-rows.ts';
import { openShardLanes, type ShardLane } from './shard-lane.ts';
import { Shipper, type ShipperOptions } from './shipper.ts';
import { SpoolDirectory } from './spool-directory.ts';
import { SpoolWriter, type OldestRow, type WriterOptions, type WriterProblem } from './spool-writer.ts';
import type { Fate } from './waiting-row.ts';

export type SpoolOptions = Partial<WriterOptions & DiskLimits> & {
  /** Directory for one stream of one process, which must hold a lock on the directory. */
  directory: string;
  sync?: 'on' | 'off';
  /** How long shipped segments are kept, so that they can be sent again if the traffic store loses data. */
  keepShippedMs?: number;
  // Receives the maximum number of rows that the previous process lost. Their requests were answered, but the rows may
  // not have been written.
  onLost?: (rowsMax: number) => void;
  files?: FileOperations;
  now?: () => number;
  /** Monotonic milliseconds for measuring waits. */
  uptime?: () => number;
};

type ShippingOptions = Pick<ShipperOptions, 'visitWait' | 'onProblem' | 'firstPauseMs'> & {
  visits?: Pick<Spool, 'oldestRow'>;
};

const mebibyte = 1024 * 1024;

const spoolDefaults = {
  failOpenMs: 250,
  failClosedMs: 5_000,
  segmentBytes: 48 * mebibyte,
  segmentMs: 1_000,
  // Including merges, a row in a one-second batch causes twice as much work for the traffic store as a row in a
  // four-second batch. The difference matters above about two thousand visits per second.
  busySegmentMs: 4_000,
  busyBytes: 2 * mebibyte,
  behindSegmentMs: 10_000,
  memoryBytesMax: 64 * mebibyte,
  limitBytes: 20 * 1024 * mebibyte,
  diskPercentMax: 80,
  smallBytes: 256 * mebibyte,
  retryPauseMs: 20,
  keepShippedMs: 24 * 3_600_000,
};

const cleanIntervalMs = 60_000;
const closeTimeoutMs = 5_000;

/** Opens a directory and recovers a segment that a crash left open. Reads no other segment. */
export async function openSpool(options: SpoolOptions): Promise<Spool> {
  const now = options.now ?? Date.now;
  const baseFiles = options.files ?? realFiles;
  const files = options.sync === 'off' ? withoutSyncs(baseFiles) : baseFiles;
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
  const late = await LateRows.open({ ...options, files, counters });
  const writer = new SpoolWriter({ directory, budget, counters, late }, settings);
  const { keepShippedMs } = settings;
  return new Spool({ directory, budget, writer, counters, now, uptime, keepShippedMs });
}

type Parts = {
  directory: SpoolDirectory;
  budget: DiskBudget;
  writer: SpoolWriter;
  counters: SpoolCounters;
  now: () => number;
  uptime: () => number;
  keepShippedMs: number;
};

export class Spool {
  readonly #parts: Parts;
  readonly #cleaning: NodeJS.Timeout;
  // One shipper per shard of the target.
  #shippers: Shipper[] = [];
  #lanes: readonly ShardLane[] = [];

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#cleaning = setInterval(() => void this.removeOld().catch(() => undefined), cleanIntervalMs).unref();
  }

  /**
   * Appends a row and fails open. Calls `done` with `kept` when the row is on disk, with `late` if writing takes too
   * long (the row is still written as soon as possible), or with `lost`, possibly synchronously, if there is no memory
   * left for the row.
   */
  append(row: string, timeMs: number, done: (fate: Fate) => void): void {
    this.#parts.writer.append(row, timeMs, done);
  }

  /**
   * Appends a row and fails closed: a row that was reported as `lost` is not written later, unless it was being written
   * at that moment.
   */
  appendOrFail(row: string, timeMs: number, done: (fate: 'kept' | 'lost') => void): void {
    this.#parts.writer.appendOrFail(row, timeMs, done as (fate: Fate) => void);
  }

  startShipping(target: BatchTarget, { visits, ...options }: ShippingOptions = {}): void {
    const { directory, budget, counters, now, uptime } = this.#parts;
    if (this.#shippers.length > 0) return;
    // When space is low, clicks are stored without their visits and corrected later; otherwise, new rows would be lost.
    const unshippedVisits = (shard: number) => () =>
      visits === undefined || budget.isLow() ? undefined : visits.oldestRow(shard);
    const common = { counters, now, uptime, ...options };
    const { parts = [] } = target;
    if (parts.length > 0) this.#lanes = openShardLanes(directory, parts.length);
    this.#shippers =
      parts.length === 0
        ? [new Shipper({ directory, target, unshippedVisits: unshippedVisits(0), ...common })]
        : parts.map(
            (part, shard) =>
              new Shipper({
                directory: this.#lanes[shard] ?? directory,
                target: part,
                unshippedVisits: unshippedVisits(shard),
                ...common,
                onProblem: (message) => options.onProblem?.(`shard ${shard + 1}: ${message}`),
              }),
          );
    this.#parts.writer.isBehind = () => this.#shippers.some(({ isBehind }) => isBehind);
  }

  get counters(): SpoolCounters {
    return this.#parts.counters;
  }

  status(): SpoolStatus {
    const { directory, writer } = this.#parts;
    return {
      writerProblem: writer.problem,
      isShippingFailing: this.#shippers.some(({ isFailing }) => isFailing),
      hasCheckedShipped:
        this.#shippers.length > 0 && this.#shippers.every(({ hasCheckedShipped }) => hasCheckedShipped),
      heldSegments: Math.max(0, ...this.#shippers.map(({ heldSegments }) => heldSegments)),
      waitingBytes: writer.waitingBytes,
      bytes: directory.bytes + writer.openBytes,
      backlogSegments: directory.sealed.length,
      backlogBytes: directory.backlogBytes + writer.openBytes,
      oldestUnshippedMs: this.#longestWaitMs(),
      oldestRow: this.oldestRow(),
    };
  }

  // Returns the oldest row that is not stored yet, or only considers rows that a shard may lack.
  oldestRow(shard?: number): OldestRow | undefined {
    const { directory, writer } = this.#parts;
    const queue = shard === undefined ? undefined : this.#lanes[shard];
    return (queue ?? directory).sealed.reduce<OldestRow | undefined>(
      (earliest, { name: { timeMs }, appendedAt }) => ({
        // If the clock was set back, a later segment may have an earlier time.
        timeMs: Math.min(earliest?.timeMs ?? timeMs, timeMs),
        appendedAt: Math.min(earliest?.appendedAt ?? appendedAt, appendedAt),
      }),
      writer.oldestRow,
    );
  }

  // Returns how long the oldest segment has waited. Also considers the time since this process first saw the segment,
  // because the clock may have been ahead when the segment was written.
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

  /** Writes and seals waiting rows. Unshipped segments are shipped after the next start. */
  async close(): Promise<void> {
    clearInterval(this.#cleaning);
    await this.#parts.writer.close(closeTimeoutMs);
    await Promise.all(this.#shippers.map((shipper) => shipper.stop()));
  }
}

export type SpoolStatus = {
  writerProblem: WriterProblem | undefined;
  isShippingFailing: boolean;
  /** True if shipped segments have been compared with the traffic store and lost ones have been queued again. */
  hasCheckedShipped: boolean;
  heldSegments: number;
  waitingBytes: number;
  bytes: number;
  backlogSegments: number;
  backlogBytes: number;
  oldestUnshippedMs: number;
  /** Oldest row, on disk or in memory, that is not in the traffic store yet. */
  oldestRow: OldestRow | undefined;
};
