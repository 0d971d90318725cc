import type { SpoolCounters } from './counters.ts';
import { writeAll, type FileOperations } from './file-operations.ts';
import { Month } from './segment-name.ts';
import type { OpenName, SpoolDirectory } from './spool-directory.ts';
import type { WaitingRow } from './waiting-row.ts';

export class SegmentFile {
  readonly month: Month;
  readonly prefix: Buffer;
  /** Process uptime when the first row was appended. */
  readonly appendedAt: number;
  readonly #directory: SpoolDirectory;
  readonly #files: FileOperations;
  readonly #name: OpenName;
  readonly #descriptor: number;
  #bytes = 0;
  #hasFailed = false;
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

  get timeMs(): number {
    return this.#name.timeMs;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** True after a failed write or sync. The system may have dropped data, so nothing more is appended. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  async append(lines: Uint8Array, counters: SpoolCounters): Promise<void> {
    try {
      await writeAll(this.#files, this.#descriptor, lines, this.#bytes);
    } catch (error) {
      this.#hasFailed = true;
      counters.writeErrors += 1;
      throw error;
    }
    try {
      await this.#files.sync(this.#descriptor);
    } catch (error) {
      this.#hasFailed = true;
      counters.syncErrors += 1;
      throw error;
    }
    counters.syncs += 1;
    this.#bytes += lines.length;
  }

  /** Closes and seals the file. Can be called again after a failure. */
  async finish(): Promise<void> {
    if (!this.#isClosed) {
      this.#isClosed = true;
      // An error is ignored: some systems report write errors only on close, but all acknowledged bytes have been
      // synced.
      await this.#files.close(this.#descriptor).catch(() => undefined);
    }
    await this.#directory.seal(this.#name, this.#bytes);
  }
}
