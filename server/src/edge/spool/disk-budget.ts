import type { DiskSpace } from './file-operations.ts';
import type { SpoolDirectory } from './spool-directory.ts';

export type DiskLimits = {
  limitBytes: number;
  diskPercentMax: number;
  /** A spool of this size may be, however much of the disk others use: otherwise an ordinary full disk loses visits. */
  smallBytes: number;
};
export type DiskProblem = 'spool-limit' | 'disk-limit';

const askAgainMs = 1_000;
// Shipped segments go when this much of the limit is used, so that rows need not wait for their removal.
const nearLimit = 0.9;

/** Whether there is room for more rows, by the spool's own limit and by that of the disk. */
export class DiskBudget {
  readonly #directory: SpoolDirectory;
  readonly #limits: DiskLimits;
  #space: DiskSpace = { totalBytes: 0, usedBytes: 0 };
  #askedAt = Number.NEGATIVE_INFINITY;

  constructor(directory: SpoolDirectory, limits: DiskLimits) {
    this.#directory = directory;
    this.#limits = limits;
  }

  /** By what is known. Asks the system at most once a second, and nobody waits for its answer. */
  problem(openBytes: number): DiskProblem | undefined {
    if (performance.now() - this.#askedAt >= askAgainMs) void this.refresh();
    const bytes = this.#directory.bytes + openBytes;
    if (bytes > this.#limits.limitBytes) return 'spool-limit';
    const isOverPart = this.#space.usedBytes > this.#diskBytesMax();
    return isOverPart && bytes >= this.#limits.smallBytes ? 'disk-limit' : undefined;
  }

  /** What is not shipped yet has half of the room, or the disk gives no more: nothing waits longer than it has to. */
  isShort(): boolean {
    return this.#directory.backlogBytes > this.#limits.limitBytes / 2 || this.problem(0) !== undefined;
  }

  /** Asks the system, and makes room where that is possible. */
  async refresh(): Promise<void> {
    this.#askedAt = performance.now();
    try {
      this.#space = await this.#directory.files.space(this.#directory.path);
      const excess = Math.max(
        this.#directory.bytes - this.#limits.limitBytes * nearLimit,
        this.#space.usedBytes - this.#diskBytesMax() * (1 - (1 - nearLimit) / 2),
      );
      if (excess > 0) await this.free(excess);
    } catch {
      // What is not known does not stop anybody: a disk that is really full says so when it is written to.
    }
  }

  async free(bytes: number): Promise<void> {
    await this.#directory.removeShipped((_, removedBytes) => removedBytes < bytes);
  }

  #diskBytesMax(): number {
    return (this.#space.totalBytes * this.#limits.diskPercentMax) / 100;
  }
}
