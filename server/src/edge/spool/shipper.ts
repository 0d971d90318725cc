import type { BatchTarget } from '../../domain/traffic/batch-target.ts';
import { describeError } from '../../platform/errors.ts';
import { Loop } from '../../platform/loop.ts';
import type { SpoolCounters } from './counters.ts';
import { readSegment, type SegmentContent } from './read-segment.ts';
import { requeueLostSegments } from './requeue-lost-segments.ts';
import { Month, type Segment } from './segment-name.ts';
import type { ShippingQueue } from './shard-lane.ts';
import type { OldestRow } from './spool-writer.ts';
import { MissingVisitPolicy, visitWaitDefaults, type VisitWaitLimits } from './missing-visit-policy.ts';

export type ShipperOptions = {
  directory: ShippingQueue;
  target: BatchTarget;
  counters: SpoolCounters;
  now: () => number;
  uptime: () => number;
  visitWait?: VisitWaitLimits;
  /**
   * Returns this edge's oldest visit that is not stored yet, or undefined if all visits are stored or disk space is too
   * low for segments to wait. Rows that may belong to unshipped visits wait without a time limit.
   */
  unshippedVisits?: () => OldestRow | undefined;
  /** Pause after the first failure. It doubles with each additional failure, up to five seconds. */
  firstPauseMs?: number;
  onProblem?: (message: string) => void;
};

const defaultFirstPauseMs = 200;
const longestPauseMs = 5_000;
const readAttemptsMax = 3;
const segmentsBehind = 4;
// Usually, fewer segments wait for visits, because visits of other edges arrive within ten seconds.
const waitingSegmentsBehind = 16;
// The names are part of the query URL, which proxies limit to a few kilobytes.
const namesPerCheck = 100;
const noBytes = Buffer.alloc(0);

/** Ships sealed segments to the target exactly once, oldest first, with unlimited retries. */
export class Shipper {
  readonly #options: ShipperOptions;
  readonly #directory: ShippingQueue;
  readonly #target: BatchTarget;
  readonly #counters: SpoolCounters;
  readonly #visitWait: MissingVisitPolicy;
  readonly #loop: Loop;
  #readFailures = 0;
  readonly #rejectedBatches = new Set<string>();
  #isFailing = false;
  // Set at startup and after each failure, because the target may have been restored from a backup since the last
  // check.
  #mustCheckShipped = true;
  // Reused for all segments, because a new buffer for each segment caused garbage collection pauses of 10 to 20 ms
  // every second.
  #buffer = noBytes;

  constructor(options: ShipperOptions) {
    this.#options = options;
    this.#directory = options.directory;
    this.#target = options.target;
    this.#counters = options.counters;
    this.#visitWait = new MissingVisitPolicy(options.visitWait ?? visitWaitDefaults);
    const { firstPauseMs = defaultFirstPauseMs } = options;
    this.#loop = new Loop({
      everyMs: longestPauseMs,
      work: () => this.#work(),
      onFailure: () => {
        this.#isFailing = true;
        this.#mustCheckShipped = true;
      },
      retryMs: (failures) => Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - 1)),
    });
    this.#directory.onSealed = () => this.#loop.wake();
  }

  get isFailing(): boolean {
    return this.#isFailing;
  }

  // True if the target takes longer for a batch than it takes to fill one. Fewer, larger batches then let it catch up.
  get isBehind(): boolean {
    const { length } = this.#directory.sealed;
    return length - this.heldSegments >= segmentsBehind || length >= waitingSegmentsBehind;
  }

  get hasCheckedShipped(): boolean {
    return !this.#mustCheckShipped;
  }

  get heldSegments(): number {
    return this.#visitWait.size;
  }

  /** Waits until the current batch is shipped. The remaining segments are shipped after the next start. */
  async stop(): Promise<void> {
    await this.#loop.stop();
  }

  async #work(): Promise<number> {
    let action = 'failed to check shipped segments';
    try {
      if (this.#mustCheckShipped) await this.#requeueLost();
      const segment = this.#next();
      if (segment === undefined) {
        this.#isFailing = false;
        return this.#untilNextMs();
      }
      action = `failed to ship batch ${segment.batch}`;
      await this.#ship(segment);
      this.#isFailing = false;
      return 0;
    } catch (error) {
      this.#counters.shipFailures += 1;
      this.#options.onProblem?.(`${action}: ${describeError(error)}`);
      throw error;
    }
  }

  async #requeueLost(): Promise<void> {
    const segments = await requeueLostSegments(this.#directory, this.#target);
    this.#mustCheckShipped = false;
    if (segments > 0)
      this.#options.onProblem?.(
        `${segments} shipped ${segments === 1 ? 'segment is' : 'segments are'} missing from the traffic store and will be sent again; the store may have been restored from a backup`,
      );
  }

  // Reads the unshipped visits once for all segments, because there may be thousands of segments and visits.
  #retryTimes(): (segment: Segment) => number {
    const visits = this.#options.unshippedVisits?.();
    return (segment) =>
      this.#visitWait.retryAt(segment.batch, { visitsSinceMs: visitsBefore(segment, visits) });
  }

  // Returns the next segment to ship. Waiting segments come last; otherwise, repeated checks for their visits could
  // take up all the time.
  #next(): Segment | undefined {
    const retryAt = this.#retryTimes();
    const findDue = (untilMs: number) =>
      this.#directory.sealed.find((segment) => retryAt(segment) <= untilMs);
    return findDue(0) ?? findDue(this.#options.uptime());
  }

  #untilNextMs(): number {
    const retryAt = this.#directory.sealed.map(this.#retryTimes());
    const untilMs = retryAt.reduce((soonest, at) => Math.min(soonest, at), Number.POSITIVE_INFINITY);
    return Math.min(longestPauseMs, Math.max(1, untilMs - this.#options.uptime()));
  }

  async #ship(segment: Segment): Promise<void> {
    if (segment.mustCheck) await this.#checkTarget(segment);
    if (!this.#directory.sealed.includes(segment)) return;
    const content = await this.#read(segment);
    if (content === undefined) return;
    if (content.rows > 0 && (await this.#hasToWait(segment, content.lines))) return;
    const refused = content.rows > 0 ? await this.#insert(segment, content.lines) : 0;
    const rejected = await this.#directory.markShipped(segment, this.#options.now(), refused);
    if (rejected === undefined) return;
    this.#counters.batchesShipped += 1;
    this.#counters.rowsShipped += content.rows - rejected;
    this.#counters.damagedLines += content.damaged + (content.intactEnd < segment.name.bytes ? 1 : 0);
  }

  async #checkTarget(first: Segment): Promise<void> {
    const month = new Month(first.name.timeMs);
    const unchecked = this.#directory.sealed
      .filter((segment) => segment.mustCheck && month.includes(segment.name.timeMs))
      .slice(0, namesPerCheck);
    const found = await this.#target.findBatches(
      unchecked.map(({ batch }) => batch),
      month.startMs,
    );
    for (const segment of unchecked) {
      if (found.has(segment.batch)) {
        const rejected = await this.#directory.markShipped(segment, this.#options.now(), 0);
        if (rejected !== undefined) this.#counters.batchesFoundThere += 1;
      } else {
        segment.mustCheck = false;
      }
    }
  }

  async #read(segment: Segment): Promise<SegmentContent | undefined> {
    try {
      const buffer = this.#reserveBuffer(segment.name.bytes);
      const bytes = await this.#directory.files.read(this.#directory.pathOf(segment.name), buffer);
      this.#readFailures = 0;
      return await readSegment(bytes.subarray(0, segment.name.bytes), segment.batch);
    } catch (error) {
      this.#readFailures += 1;
      if (this.#readFailures < readAttemptsMax) throw error;
    }
    this.#readFailures = 0;
    this.#counters.segmentsUnreadable += 1;
    await this.#directory.moveToRejected(segment);
    this.#visitWait.forget(segment.batch);
    this.#options.onProblem?.(`segment ${segment.batch} cannot be read, moved to rejected/`);
    return undefined;
  }

  // Allocates more than needed, because otherwise each segment would need a new buffer while traffic grows.
  #reserveBuffer(bytes: number): Buffer {
    if (this.#buffer.length <= bytes) this.#buffer = Buffer.allocUnsafeSlow(Math.ceil(bytes * 1.5) + 1);
    return this.#buffer;
  }

  async #hasToWait(segment: Segment, lines: Buffer): Promise<boolean> {
    if (this.#target.findMissingVisits === undefined) return false;
    // The unshipped visits are read before the query. Visits that are stored between the two steps are then found by
    // the query, and all others still count as unshipped.
    const visitsSinceMs = visitsBefore(segment, this.#options.unshippedVisits?.());
    const missing = await this.#target.findMissingVisits(lines);
    return this.#visitWait.mustWait(segment.batch, missing, { upMs: this.#options.uptime(), visitsSinceMs });
  }

  async #insert(segment: Segment, lines: Buffer): Promise<number> {
    const reason = await this.#send(segment, lines);
    if (reason === undefined) return 0;
    const { accepted, refused } = await this.#target.separateRefused(lines);
    if (refused.length === 0) throw new Error(reason);
    const text = refused.map((one) => `${JSON.stringify(one)}\n`).join('');
    await this.#directory.writeRejected(segment.batch, text);
    if (!this.#rejectedBatches.has(segment.batch)) this.#counters.rowsRefused += refused.length;
    this.#rejectedBatches.add(segment.batch);
    const again = accepted.length === 0 ? undefined : await this.#send(segment, accepted);
    if (again !== undefined) throw new Error(again);
    this.#rejectedBatches.delete(segment.batch);
    return refused.length;
  }

  async #send(segment: Segment, lines: Buffer): Promise<string | undefined> {
    // `mustCheck` remains set until the segment is marked as shipped, because marking the segment may fail as well.
    segment.mustCheck = true;
    const outcome = await this.#target.insert(segment.batch, lines);
    if (outcome.kind === 'inserted') return undefined;
    // The buffer is not reused, because a failed request may still be reading it.
    this.#buffer = noBytes;
    if (outcome.kind === 'unknown') throw new Error(outcome.reason);
    segment.mustCheck = false;
    return outcome.reason;
  }
}

/**
 * Returns the time of the oldest unshipped visit that rows of this segment can belong to. Visits appended after the
 * segment was sealed are excluded even if they have earlier times, because the clock may have been set back.
 */
function visitsBefore({ sealedAt }: Segment, visits: OldestRow | undefined): number | undefined {
  return visits !== undefined && visits.appendedAt <= sealedAt ? visits.timeMs : undefined;
}
