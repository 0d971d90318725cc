import type { SpoolCounters } from './counters.ts';
import { writeAll, type FileOperations } from './file-operations.ts';
import { Month } from './segment-name.ts';
import type { OpenName, SpoolDirectory } from './spool-directory.ts';
import type { WaitingRow } from './waiting-row.ts';

/** The segment that is being written. */
export class SegmentFile {
  readonly month: Month;
  /** The batch and its tab, as every line has them. */
  readonly prefix: Buffer;
  /** When its first row was appended, by the process's uptime. */
  readonly appendedAt: number;
  readonly #directory: SpoolDirectory;
  readonly #files: FileOperations;
  readonly #name: OpenName;
  readonly #descriptor: number;
  #bytes = 0;
  #isSpoiled = false;
  #isClosed = false;

  private constructor(
    directory: SpoolDirectory,
    created: { name: OpenName; batch: string; descriptor: number },
    appendedAt: number,
  ) {
    this.appendedAt = appendedAt;
    this.#directory = directory;
    this.#files = directory.files;
    this.#name = created.name;
    this.#descriptor = created.descriptor;
    this.prefix = Buffer.from(`${created.batch}\t`);
    this.month = new Month(created.name.timeMs);
  }

  static async create(
    directory: SpoolDirectory,
    first: Pick<WaitingRow, 'timeMs' | 'appendedAt'>,
  ): Promise<SegmentFile> {
    return new SegmentFile(directory, await directory.create(first), first.appendedAt);
  }

  /** Of its first row. */
  get timeMs(): number {
    return this.#name.timeMs;
  }

  /** What was acknowledged. */
  get bytes(): number {
    return this.#bytes;
  }

  /** A write or a sync failed: the system may have thrown away what it could not write, so nothing is added here. */
  get isSpoiled(): boolean {
    return this.#isSpoiled;
  }

  async append(lines: Uint8Array, counters: SpoolCounters): Promise<void> {
    try {
      await writeAll(this.#files, this.#descriptor, lines, this.#bytes);
    } catch (error) {
      this.#isSpoiled = true;
      counters.writeErrors += 1;
      throw error;
    }
    try {
      await this.#files.sync(this.#descriptor);
    } catch (error) {
      this.#isSpoiled = true;
      counters.syncErrors += 1;
      throw error;
    }
    counters.syncs += 1;
    this.#bytes += lines.length;
  }

  /** May be called again when it fails. */
  async finish(): Promise<void> {
    if (!this.#isClosed) {
      this.#isClosed = true;
      // Some systems report here, too late, what a write did not say; all that counts has been synced.
      await this.#files.close(this.#descriptor).catch(() => undefined);
    }
    await this.#directory.seal(this.#name, this.#bytes);
  }
}
