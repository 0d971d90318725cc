import type { BatchTarget } from './batch-target.ts';

/** A batch that the target acknowledged; its earliest row is of `sinceMs` or later. */
type AcknowledgedBatch = { name: string; sinceMs: number };

/** How many names are asked for at a time: they are part of a URL, which proxies limit to a few kilobytes. */
export const namesAtOnce = 100;

/**
 * Finds batches that a target acknowledged and no longer has, because it was restored from an older backup. A restore
 * loses everything after its moment, so pages are asked from the newest batch back, up to one that is complete.
 *
 * ClickHouse keeps the name of a batch with its first row, which may have been erased. Where only a part of a page is
 * missing, other rows are looked for before a batch counts as lost: sending it again would store them twice.
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
    const isWhole = missing.length === namesAtOnce;
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
