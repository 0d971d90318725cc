import type { BatchTarget } from '../../domain/traffic/batch-target.ts';
import { findLostBatches, namesAtOnce } from '../../domain/traffic/find-lost-batches.ts';
import { readSegment } from './read-segment.ts';
import { Month, type Segment } from './segment-name.ts';
import type { ShippingQueue } from './shard-lane.ts';

/**
 * Requeues shipped segments that the target has lost because it was restored from an older backup. Returns the number
 * of requeued segments.
 */
export async function requeueLostSegments(directory: ShippingQueue, target: BatchTarget): Promise<number> {
  const newest = directory.shipped.toSorted((one, other) => shippedMsOf(other) - shippedMsOf(one));
  const lost = await findLostBatches(target, pagesOf(newest), ({ segment }) => readLines(directory, segment));
  await directory.requeueShipped(lost.map(({ segment }) => segment));
  return lost.length;
}

function* pagesOf(newest: readonly Segment[]) {
  for (let at = 0; at < newest.length; at += namesAtOnce)
    yield newest.slice(at, at + namesAtOnce).map((segment) => ({
      segment,
      name: segment.batch,
      sinceMs: new Month(segment.name.timeMs).startMs,
    }));
}

async function readLines(directory: ShippingQueue, segment: Segment): Promise<Buffer | undefined> {
  try {
    const bytes = await directory.files.read(directory.pathOf(segment.name));
    const { lines, rows } = await readSegment(bytes.subarray(0, segment.name.bytes), segment.batch);
    return rows === 0 ? undefined : lines;
  } catch {
    return undefined;
  }
}

function shippedMsOf({ name }: Segment): number {
  return name.state === 'shipped' ? name.shippedMs : 0;
}
