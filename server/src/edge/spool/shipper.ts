import type { BatchTarget } from '../../domain/traffic/batch-target.ts';
import { describeError } from '../../platform/errors.ts';
import { Loop } from '../../platform/loop.ts';
import type { SpoolCounters } from './counters.ts';
import { readSegment, type SegmentContent } from './read-segment.ts';
import { returnLostSegments } from './return-lost-segments.ts';
import { Month, type Segment } from './segment-name.ts';
import type { SpoolDirectory } from './spool-directory.ts';
import type { OldestRow } from './spool-writer.ts';
import { MissingVisitPolicy, visitWaitDefaults, type VisitWaitLimits } from './missing-visit-policy.ts';

export type ShipperOptions = {
  directory: SpoolDirectory;
  target: BatchTarget;
  counters: SpoolCounters;
  now: () => number;
  uptime: () => number;
  visitWait?: VisitWaitLimits;
  /**
   * The oldest visit of the same edge that is not stored yet: rows whose visit may be among those wait for it, however
   * long. Undefined where there is none, or no room left to wait in.
   */
  unshippedVisits?: () => OldestRow | undefined;
  /** After the first failure; each further one doubles it, up to five seconds. */
  firstPauseMs?: number;
  /** Told in a sentence what went wrong; the shipper itself goes on. */
  onProblem?: (message: string) => void;
};

const usualFirstPauseMs = 200;
const longestPauseMs = 5_000;
const readAttemptsMax = 3;
// Their names stand in the address of the question, which proxies allow a few kilobytes.
const askAtOnce = 100;
const noBytes = Buffer.alloc(0);

/** Sends sealed segments to the target, oldest first, until each is there exactly once. It never gives up. */
export class Shipper {
  readonly #options: ShipperOptions;
  readonly #directory: SpoolDirectory;
  readonly #target: BatchTarget;
  readonly #counters: SpoolCounters;
  readonly #visitWait: MissingVisitPolicy;
  readonly #loop: Loop;
  #readFailures = 0;
  readonly #rejectedBatches = new Set<string>();
  #isFailing = false;
  // At the start and after each failure: the target may have been restored from a backup meanwhile.
  #mustCheckShipped = true;
  // Segments are read into the same memory one after the other: a new one for each made the collector stop everything
  // for 10 to 20 ms every second.
  #buffer = noBytes;

  constructor(options: ShipperOptions) {
    this.#options = options;
    this.#directory = options.directory;
    this.#target = options.target;
    this.#counters = options.counters;
    this.#visitWait = new MissingVisitPolicy(options.visitWait ?? visitWaitDefaults);
    const { firstPauseMs = usualFirstPauseMs } = options;
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

  /** The last attempt did not get through. */
  get isFailing(): boolean {
    return this.#isFailing;
  }

  /** Whether shipped segments were compared with what the target has. */
  get hasCheckedShipped(): boolean {
    return !this.#mustCheckShipped;
  }

  /** How many segments wait for visits. */
  get heldSegments(): number {
    return this.#visitWait.size;
  }

  /** Finishes what is being sent. The rest is there for the next start. */
  async stop(): Promise<void> {
    await this.#loop.stop();
  }

  /** Sends the oldest that is due; how long to wait before the next. */
  async #work(): Promise<number> {
    let what = 'shipped segments';
    try {
      if (this.#mustCheckShipped) await this.#returnLost();
      const segment = this.#next();
      if (segment === undefined) {
        this.#isFailing = false;
        return this.#untilNextMs();
      }
      what = `batch ${segment.batch}`;
      await this.#ship(segment);
      this.#isFailing = false;
      return 0;
    } catch (error) {
      this.#counters.shipFailures += 1;
      this.#options.onProblem?.(`${what}: ${describeError(error)}`);
      throw error;
    }
  }

  async #returnLost(): Promise<void> {
    const segments = await returnLostSegments(this.#directory, this.#target);
    this.#mustCheckShipped = false;
    if (segments > 0)
      this.#options.onProblem?.(
        `${segments} shipped segments are missing in the store, sending them again; was it restored from a backup?`,
      );
  }

  /**
   * When each segment may be tried. Asked once for all of them: there may be thousands, and as many of visits.
   */
  #timetable(): (segment: Segment) => number {
    const visits = this.#options.unshippedVisits?.();
    return (segment) =>
      this.#visitWait.againAt(segment.batch, { visitsSinceMs: visitsBefore(segment, visits) });
  }

  /** Those that wait come after all others, or asking for their visits over and over could take all the time there is. */
  #next(): Segment | undefined {
    const againAt = this.#timetable();
    const findDue = (untilMs: number) =>
      this.#directory.sealed.find((segment) => againAt(segment) <= untilMs);
    return findDue(0) ?? findDue(this.#options.uptime());
  }

  #untilNextMs(): number {
    const againAt = this.#directory.sealed.map(this.#timetable());
    const untilMs = againAt.reduce((soonest, at) => Math.min(soonest, at), Number.POSITIVE_INFINITY);
    return Math.min(longestPauseMs, Math.max(1, untilMs - this.#options.uptime()));
  }

  async #ship(segment: Segment): Promise<void> {
    if (segment.mustAsk) await this.#ask(segment);
    if (!this.#directory.sealed.includes(segment)) return;
    const content = await this.#read(segment);
    if (content === undefined) return;
    if (content.rows > 0 && (await this.#hasToWait(segment, content.lines))) return;
    const refused = content.rows > 0 ? await this.#insert(segment, content.lines) : 0;
    await this.#directory.markShipped(segment, this.#options.now());
    this.#counters.batchesShipped += 1;
    this.#counters.rowsShipped += content.rows - refused;
    this.#counters.damagedLines += content.damaged + (content.soundEnd < segment.name.bytes ? 1 : 0);
  }

  /** Finds out which of the oldest segments are there; they are done, and the others can be sent. */
  async #ask(first: Segment): Promise<void> {
    const month = new Month(first.name.timeMs);
    const asked = this.#directory.sealed
      .filter((segment) => segment.mustAsk && month.includes(segment.name.timeMs))
      .slice(0, askAtOnce);
    const found = await this.#target.findBatches(
      asked.map(({ batch }) => batch),
      month.startMs,
    );
    for (const segment of asked) {
      if (found.has(segment.batch)) {
        this.#counters.batchesFoundThere += 1;
        await this.#directory.markShipped(segment, this.#options.now());
      } else {
        segment.mustAsk = false;
      }
    }
  }

  async #read(segment: Segment): Promise<SegmentContent | undefined> {
    try {
      const room = this.#takeRoom(segment.name.bytes);
      const bytes = await this.#directory.files.read(this.#directory.pathOf(segment.name), room);
      this.#readFailures = 0;
      return await readSegment(bytes.subarray(0, segment.name.bytes), segment.batch);
    } catch (error) {
      this.#readFailures += 1;
      if (this.#readFailures < readAttemptsMax) throw error;
    }
    this.#readFailures = 0;
    this.#counters.segmentsUnreadable += 1;
    await this.#directory.setAside(segment);
    this.#visitWait.forget(segment.batch);
    this.#options.onProblem?.(`segment ${segment.batch} cannot be read and is set aside`);
    return undefined;
  }

  /** For more than so many bytes, and larger than that: segments of a rising traffic would need a new one each. */
  #takeRoom(bytes: number): Buffer {
    if (this.#buffer.length <= bytes) this.#buffer = Buffer.allocUnsafeSlow(Math.ceil(bytes * 1.5) + 1);
    return this.#buffer;
  }

  async #hasToWait(segment: Segment, lines: Buffer): Promise<boolean> {
    if (this.#target.findMissingVisits === undefined) return false;
    // Looked at before it is asked: what is stored meanwhile is found, and what is not is still on its way then.
    const visitsSinceMs = visitsBefore(segment, this.#options.unshippedVisits?.());
    const missing = await this.#target.findMissingVisits(lines);
    return this.#visitWait.mustWait(segment.batch, missing, { upMs: this.#options.uptime(), visitsSinceMs });
  }

  /** Returns how many rows were refused. */
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

  /** Why the batch is refused; undefined when it is in. */
  async #send(segment: Segment, lines: Buffer): Promise<string | undefined> {
    // Until it is marked as shipped: a mark that cannot be set is as bad as an answer that does not come.
    segment.mustAsk = true;
    const outcome = await this.#target.insert(segment.batch, lines);
    if (outcome.kind === 'inserted') return undefined;
    // Something may still be reading from it.
    this.#buffer = noBytes;
    if (outcome.kind === 'unknown') throw new Error(outcome.reason);
    segment.mustAsk = false;
    return outcome.reason;
  }
}

/**
 * When the oldest visit came that rows of this segment can belong to. A visit that was appended after the segment was
 * sealed is none of theirs, whatever their times say: the clock may have been set in between.
 */
function visitsBefore({ sealedAt }: Segment, visits: OldestRow | undefined): number | undefined {
  return visits !== undefined && visits.appendedAt <= sealedAt ? visits.timeMs : undefined;
}
