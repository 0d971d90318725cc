import type { DiskSpace } from './file-operations.ts';
import type { SpoolDirectory } from './spool-directory.ts';

export type DiskLimits = {
  limitBytes: number;
  diskPercentMax: number;
  /**
   * The disk limit does not apply while the spool is smaller than this, so that no visits are lost when other programs
   * fill the disk.
   */
  smallBytes: number;
};
export type DiskProblem = 'spool-limit' | 'disk-limit';

const refreshMs = 1_000;
// Shipped segments are removed above this share of the limit, so that new rows do not have to wait for space.
const nearLimit = 0.9;

export class DiskBudget {
  readonly #directory: SpoolDirectory;
  readonly #limits: DiskLimits;
  #space: DiskSpace = { totalBytes: 0, usedBytes: 0 };
  #refreshedAt = Number.NEGATIVE_INFINITY;

  constructor(directory: SpoolDirectory, limits: DiskLimits) {
    this.#directory = directory;
    this.#limits = limits;
  }

  /** Returns the current problem from cached values, which are refreshed in the background at most once per second. */
  problem(openBytes: number): DiskProblem | undefined {
    if (performance.now() - this.#refreshedAt >= refreshMs) void this.refresh();
    const bytes = this.#directory.bytes + openBytes;
    if (bytes > this.#limits.limitBytes) return 'spool-limit';
    const isDiskFull = this.#space.usedBytes > this.#diskBytesMax();
    return isDiskFull && bytes >= this.#limits.smallBytes ? 'disk-limit' : undefined;
  }

  /**
   * Returns true if the backlog takes up more than half of the limit or the disk is full. In that case, segments no
   * longer wait for unshipped visits.
   */
  isLow(): boolean {
    return this.#directory.backlogBytes > this.#limits.limitBytes / 2 || this.problem(0) !== undefined;
  }

  async refresh(): Promise<void> {
    this.#refreshedAt = performance.now();
    try {
      this.#space = await this.#directory.files.space(this.#directory.path);
      const excess = Math.max(
        this.#directory.bytes - this.#limits.limitBytes * nearLimit,
        this.#space.usedBytes - this.#diskBytesMax() * (1 - (1 - nearLimit) / 2),
      );
      if (excess > 0) await this.free(excess);
    } catch {
      // Unknown disk usage does not block writing, because the write itself fails if the disk is full.
    }
  }

  async free(bytes: number): Promise<void> {
    await this.#directory.removeShipped((_, removedBytes) => removedBytes < bytes);
  }

  #diskBytesMax(): number {
    return (this.#space.totalBytes * this.#limits.diskPercentMax) / 100;
  }
}
