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

/** The segments of one directory and their states. A state is a file's name, and changing it is a rename. */
export class SpoolDirectory {
  readonly path: string;
  readonly files: FileOperations;
  /** In the order in which they were written. */
  readonly sealed: Segment[] = [];
  readonly shipped: Segment[] = [];
  /** Called when there is something new to ship. */
  onSealed: () => void = () => undefined;
  #bytes = 0;
  #nextNumber = 0;
  /** Of the segment that is being written; below all others when there is none. */
  #openNumber = -1;
  /** When the first row of the open segment was appended. */
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

  /** Reads names only, and the content of the one file that was being written: a backlog of any size takes no time. */
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

  /** Bytes of all segments that are no longer written to. */
  get bytes(): number {
    return this.#bytes;
  }

  get backlogBytes(): number {
    return this.sealed.reduce((sum, { name }) => sum + name.bytes, 0);
  }

  pathOf(name: SegmentName): string {
    return join(this.path, segmentFileName(name));
  }

  /** A new file's name is on disk before anybody relies on what is in it. */
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
   * Ends a segment, of which only the first `bytes` were ever acknowledged: what lies beyond is left over from a failed
   * write and is written again into the next segment. That one begins with a sync of the directory, after which no crash
   * can bring these bytes back; one that comes earlier undoes the rename, and the segment is recovered as an open one.
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

  async markShipped(segment: Segment, nowMs: number): Promise<void> {
    const name = { ...segment.name, state: 'shipped' as const, shippedMs: nowMs };
    await this.files.rename(this.pathOf(segment.name), this.pathOf(name)).catch(ignoreMissing);
    this.sealed.splice(this.sealed.indexOf(segment), 1);
    this.shipped.push({ ...segment, name });
  }

  /** Makes shipped segments wait again: the target has lost them, and is asked once more before they are sent. */
  async returnShipped(segments: readonly Segment[]): Promise<void> {
    // Not while shipped segments are removed: what is gone cannot be sent.
    const returning = this.#removal.then(() => this.#return(new Set(segments)));
    this.#removal = returning.catch(() => undefined);
    await returning;
  }

  async #return(segments: ReadonlySet<Segment>): Promise<void> {
    const returned = new Set<Segment>();
    const earlier = { appendedAt: 0, sealedAt: this.#uptime() };
    try {
      for (const segment of this.shipped.filter((one) => segments.has(one))) {
        const { spool, number, timeMs, bytes } = segment.name;
        const name = { state: 'sealed' as const, spool, number, timeMs, bytes };
        await this.files.rename(this.pathOf(segment.name), this.pathOf(name));
        returned.add(segment);
        this.sealed.push(newSegment(name, true, earlier));
      }
    } finally {
      const staying = this.shipped.filter((one) => !returned.has(one));
      this.shipped.length = 0;
      for (const segment of staying) this.shipped.push(segment);
      this.sealed.sort(byNumber);
    }
  }

  /** For a segment that the disk does not give back: it must not keep the others from being shipped. */
  async setAside(segment: Segment): Promise<void> {
    const aside = join(this.path, 'rejected', segmentFileName(segment.name));
    await this.files.rename(this.pathOf(segment.name), aside).catch(ignoreMissing);
    this.sealed.splice(this.sealed.indexOf(segment), 1);
    this.#bytes -= segment.name.bytes;
  }

  async writeRejected(batch: string, text: string): Promise<void> {
    await writeWholeFile(this.files, join(this.path, 'rejected', `${batch}.jsonl`), text);
  }

  /** Removes shipped segments, oldest first, while `isDue` says so. One removal at a time: another waits for its end. */
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
    // Numbers go up for ever, also when no file is left to say which was the last. Where that cannot be noted, because
    // the disk is full, the last file stays.
    const highest = highestNumber(due);
    const staying = highestNumber([...this.sealed, ...this.shipped.slice(due.length)]);
    const isLast = highest > Math.max(staying, this.#openNumber);
    if (isLast && !(await this.#noteNextNumber(highest + 1)))
      due = due.filter(({ name }) => name.number !== highest);
    // The marks reach the disk before the first file goes: a segment that is gone was shipped for certain.
    await this.files.syncDirectory(this.path);
    for (const segment of due) {
      await this.files.remove(this.pathOf(segment.name)).catch(ignoreMissing);
      this.shipped.splice(this.shipped.indexOf(segment), 1);
      this.#bytes -= segment.name.bytes;
    }
  }

  async #noteNextNumber(nextNumber: number): Promise<boolean> {
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

  /** Never below the seconds of the clock: a directory put back from an old copy must not use a number twice. */
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
