import type { BatchTarget } from './batch-target.ts';

type AcknowledgedBatch = { name: string; sinceMs: number };

/** Number of batch names per request. The names are part of a URL, whose length proxies limit to a few kilobytes. */
export const namesAtOnce = 100;

/**
 * Finds batches that a target acknowledged but lost when the target was restored from an older backup. A restore loses
 * all batches after the backup, so pages are checked from the newest to the oldest, up to the first page without a lost
 * batch. If only some batches of a page are missing, their rows are looked up as well, because ClickHouse stores the
 * name of a batch only with its first row, which may have been deleted.
 */
export async function findLostBatches<Batch extends AcknowledgedBatch>(
  target: BatchTarget,
  pages: Iterable<readonly Batch[]> | AsyncIterable<readonly Batch[]>,
  readLines: (batch: Batch) => Promise<Buffer | undefined>,
): Promise<Batch[]> {
  const lost: Batch[] = [];
  for await (const page of pages) {
    const sinceMs = page.reduce((earliest, batch) => Math.min(earliest, batch.sinceMs), Infinity);
    const found =
      page.length === 0
        ? new Set()
        : await target.findBatches(
            page.map(({ name }) => name),
            sinceMs,
          );
    const missing = page.filter(({ name }) => !found.has(name));
    const isWhole = missing.length === namesAtOnce && target.mayMissNames !== true;
    const gone = isWhole ? missing : await filterLost(target, missing, readLines);
    if (gone.length === 0) break;
    lost.push(...gone);
  }
  return lost;
}

async function filterLost<Batch extends AcknowledgedBatch>(
  target: BatchTarget,
  missing: readonly Batch[],
  readLines: (batch: Batch) => Promise<Buffer | undefined>,
): Promise<Batch[]> {
  if (target.hasRows === undefined) return [...missing];
  const gone: Batch[] = [];
  for (const batch of missing) {
    const lines = await readLines(batch);
    if (lines !== undefined && !(await target.hasRows(lines))) gone.push(batch);
  }
  return gone;
}
