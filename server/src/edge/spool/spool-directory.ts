import { dirname, join } from 'node:path';
import type { SpoolCounters } from './counters.ts';
import { writeWholeFile, type FileOperations } from './file-operations.ts';
import { recoverOpenSegment } from './recover-segment.ts';
import {
  batchOf,
  newSegment,
  parseSegmentName,
  segmentFileName,
  type Segment,
  type SegmentName,
} from './segment-name.ts';
import { loadIdentity, storeIdentity, type SpoolIdentity } from './spool-identity.ts';
import type { WaitingRow } from './waiting-row.ts';

export type OpenName = Extract<SegmentName, { state: 'open' }>;

/**
 * Manages the segments of one directory. The state of a segment is part of its file name, so it is changed by renaming
 * the file.
 */
export class SpoolDirectory {
  readonly path: string;
  readonly files: FileOperations;
  readonly sealed: Segment[] = [];
  readonly shipped: Segment[] = [];
  onSealed: () => void = () => undefined;
  #bytes = 0;
  #nextNumber = 0;
  #openNumber = -1;
  #openAppendedAt = 0;
  readonly #uptime: () => number;
  #identity: SpoolIdentity;
  #removal: Promise<void> = Promise.resolve();

  private constructor(
    path: string,
    { files, uptime }: { files: FileOperations; uptime: () => number },
    identity: SpoolIdentity,
  ) {
    this.path = path;
    this.files = files;
    this.#uptime = uptime;
    this.#identity = identity;
  }

  /**
   * Opens a directory. Reads only file names, the identity and an open segment, so that a large backlog does not delay
   * startup.
   */
  static async open(options: {
    path: string;
    files: FileOperations;
    counters: SpoolCounters;
    nowMs: number;
    uptime: () => number;
  }): Promise<SpoolDirectory> {
    const { path, files, uptime } = options;
    await files.makeDirectory(join(path, 'rejected'));
    const directory = new SpoolDirectory(path, { files, uptime }, await loadIdentity(files, path));
    await files.syncDirectory(path);
    await files.syncDirectory(dirname(path));
    const names = (await files.list(path)).map(parseSegmentName).filter((name) => name !== undefined);
    const earlier = { appendedAt: 0, sealedAt: uptime() };
    for (const name of names) {
      const found =
        name.state === 'open'
          ? await recoverOpenSegment({ directory: path, files, name, counters: options.counters })
          : name;
      if (found !== undefined) directory.#add(newSegment(found, true, earlier));
    }
    for (const list of [directory.sealed, directory.shipped]) list.sort(byNumber);
    directory.#nextNumber = directory.#firstNumber(names, options.nowMs);
    return directory;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get backlogBytes(): number {
    return this.sealed.reduce((sum, { name }) => sum + name.bytes, 0);
  }

  pathOf(name: SegmentName): string {
    return join(this.path, segmentFileName(name));
  }

  /**
   * Creates a segment and syncs the directory before rows in the segment are acknowledged, so that the new file
   * survives a crash.
   */
  async create({ timeMs, appendedAt }: Pick<WaitingRow, 'timeMs' | 'appendedAt'>): Promise<{
    name: OpenName;
    batch: string;
    descriptor: number;
  }> {
    const name: OpenName = { state: 'open', spool: this.#identity.id, number: this.#nextNumber, timeMs };
    this.#nextNumber += 1;
    const descriptor = await this.files.create(this.pathOf(name));
    try {
      await this.files.syncDirectory(this.path);
    } catch (error) {
      await this.files.close(descriptor).catch(() => undefined);
      await this.files.remove(this.pathOf(name)).catch(() => undefined);
      throw error;
    }
    this.#openNumber = name.number;
    this.#openAppendedAt = appendedAt;
    return { name, batch: batchOf(name), descriptor };
  }

  /**
   * Seals a segment in which only the first `bytes` were acknowledged. The bytes after them are left over from a failed
   * write, and their rows are written again to the next segment. Creating the next segment syncs the directory, after
   * which no crash can bring these bytes back. A crash before that sync undoes the rename, and the segment is recovered
   * as an open segment.
   */
  async seal(name: OpenName, bytes: number): Promise<void> {
    const sealed = { ...name, state: 'sealed' as const, bytes };
    if (bytes === 0) await this.files.remove(this.pathOf(name)).catch(ignoreMissing);
    else await this.files.rename(this.pathOf(name), this.pathOf(sealed)).catch(ignoreMissing);
    this.#openNumber = -1;
    if (bytes === 0) return;
    this.#add(newSegment(sealed, false, { appendedAt: this.#openAppendedAt, sealedAt: this.#uptime() }));
    this.onSealed();
  }

  // Returns the number of rejected rows, or undefined if other shards still lack rows of the segment.
  async markShipped(segment: Segment, nowMs: number, rejected: number): Promise<number | undefined> {
    const name = { ...segment.name, state: 'shipped' as const, shippedMs: nowMs };
    await this.files.rename(this.pathOf(segment.name), this.pathOf(name)).catch(ignoreMissing);
    this.sealed.splice(this.sealed.indexOf(segment), 1);
    this.shipped.push({ ...segment, name });
    return rejected;
  }

  async requeueShipped(segments: readonly Segment[]): Promise<void> {
    // Waits for removals in progress, because a removed segment cannot be sent again.
    const requeuing = this.#removal.then(() => this.#requeue(new Set(segments)));
    this.#removal = requeuing.catch(() => undefined);
    await requeuing;
  }

  async #requeue(segments: ReadonlySet<Segment>): Promise<void> {
    const requeued = new Set<Segment>();
    const earlier = { appendedAt: 0, sealedAt: this.#uptime() };
    try {
      for (const segment of this.shipped.filter((one) => segments.has(one))) {
        const { spool, number, timeMs, bytes } = segment.name;
        const name = { state: 'sealed' as const, spool, number, timeMs, bytes };
        await this.files.rename(this.pathOf(segment.name), this.pathOf(name));
        requeued.add(segment);
        this.sealed.push(newSegment(name, true, earlier));
      }
    } finally {
      const remaining = this.shipped.filter((one) => !requeued.has(one));
      this.shipped.length = 0;
      for (const segment of remaining) this.shipped.push(segment);
      this.sealed.sort(byNumber);
    }
  }

  /** Moves an unreadable segment out of the way, so that the other segments can be shipped. */
  async moveToRejected(segment: Segment): Promise<void> {
    const target = join(this.path, 'rejected', segmentFileName(segment.name));
    await this.files.rename(this.pathOf(segment.name), target).catch(ignoreMissing);
    this.sealed.splice(this.sealed.indexOf(segment), 1);
    this.#bytes -= segment.name.bytes;
  }

  async writeRejected(batch: string, text: string): Promise<void> {
    await writeWholeFile(this.files, join(this.path, 'rejected', `${batch}.jsonl`), text);
  }

  /** Removes shipped segments, oldest first, while `isDue` returns true. Runs one removal at a time. */
  async removeShipped(isDue: (segment: Segment, removedBytes: number) => boolean): Promise<void> {
    const removal = this.#removal.then(() => this.#remove(isDue));
    this.#removal = removal.catch(() => undefined);
    await removal;
  }

  async #remove(isDue: (segment: Segment, removedBytes: number) => boolean): Promise<void> {
    let due: Segment[] = [];
    let bytes = 0;
    for (const segment of this.shipped) {
      if (!isDue(segment, bytes)) break;
      due.push(segment);
      bytes += segment.name.bytes;
    }
    if (due.length === 0) return;
    // Segment numbers are never reused, even if no remaining file name contains the highest number. If the next number
    // cannot be stored because the disk is full, the file with the highest number is kept.
    const highest = highestNumber(due);
    const remaining = highestNumber([...this.sealed, ...this.shipped.slice(due.length)]);
    const isLast = highest > Math.max(remaining, this.#openNumber);
    if (isLast && !(await this.#storeNextNumber(highest + 1)))
      due = due.filter(({ name }) => name.number !== highest);
    // The renames that mark segments as shipped are synced before the first removal. If a segment is missing after a
    // crash, it has therefore been shipped.
    await this.files.syncDirectory(this.path);
    for (const segment of due) {
      await this.files.remove(this.pathOf(segment.name)).catch(ignoreMissing);
      this.shipped.splice(this.shipped.indexOf(segment), 1);
      this.#bytes -= segment.name.bytes;
    }
  }

  async #storeNextNumber(nextNumber: number): Promise<boolean> {
    const identity = { ...this.#identity, nextNumber };
    try {
      await storeIdentity(this.files, this.path, identity);
      this.#identity = identity;
      return true;
    } catch {
      return false;
    }
  }

  #add(segment: Segment): void {
    this.#bytes += segment.name.bytes;
    (segment.name.state === 'sealed' ? this.sealed : this.shipped).push(segment);
  }

  // Returns at least the current time in seconds, so that a directory restored from an old copy does not reuse numbers.
  #firstNumber(names: SegmentName[], nowMs: number): number {
    const start = Math.max(this.#identity.nextNumber, Math.floor(nowMs / 1000));
    return names.reduce((highest, { number }) => Math.max(highest, number + 1), start);
  }
}

function highestNumber(segments: readonly Segment[]): number {
  return segments.reduce((highest, { name }) => Math.max(highest, name.number), -1);
}

function byNumber(one: Segment, other: Segment): number {
  return one.name.number - other.name.number || one.name.timeMs - other.name.timeMs;
}

function ignoreMissing(error: unknown): void {
  if ((error as { code?: string }).code !== 'ENOENT') throw error;
}
