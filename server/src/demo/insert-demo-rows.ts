import type { BatchTarget } from '../domain/traffic/batch-target.ts';
import { Month } from '../edge/spool/segment-name.ts';
import { WaypostError } from '../platform/errors.ts';
import type { DemoRow } from './demo-edge.ts';
import { withRetry, defaultRetryLimits } from './retry-limits.ts';

const rowsPerBatch = 20_000;
// The header contains the checksum and the length of a line, which are needed only on disk.
const noHeader = '';

/** Sends batches in the same way as the spool: each batch has a unique name and contains only rows from one month. */
export async function insertDemoRows(
  target: BatchTarget,
  name: string,
  rows: readonly DemoRow[],
  limits = defaultRetryLimits,
): Promise<void> {
  const months = Map.groupBy(rows, ({ timeMs }) => new Month(timeMs).startMs);
  let number = 0;
  for (const [sinceMs, monthRows] of months) {
    for (let start = 0; start < monthRows.length; start += rowsPerBatch) {
      const batch = `demo-${name}-${number}`;
      number += 1;
      const lines = monthRows
        .slice(start, start + rowsPerBatch)
        .map(({ row }) => `${noHeader}\t${batch}\t${row}\n`);
      const send = sendBatch(target, { batch, lines: Buffer.from(lines.join('')), sinceMs });
      await withRetry(send, limits);
    }
  }
}

// Sends a batch unless it already exists. It may exist after a lost response or an interrupted demo.
function sendBatch(
  target: BatchTarget,
  { batch, lines, sinceMs }: { batch: string; lines: Buffer; sinceMs: number },
): () => Promise<void> {
  return async () => {
    if ((await target.findBatches([batch], sinceMs)).has(batch)) return;
    const outcome = await target.insert(batch, lines);
    if (outcome.kind === 'inserted') return;
    const reason = `failed to insert demo rows: ${outcome.reason}`;
    if (outcome.kind === 'refused') throw new WaypostError('INTERNAL_ERROR', reason);
    throw new Error(reason);
  };
}
