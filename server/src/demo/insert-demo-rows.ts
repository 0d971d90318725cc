import type { BatchTarget } from '../domain/traffic/batch-target.ts';
import { Month } from '../edge/spool/segment-name.ts';
import { WaypostError } from '../platform/errors.ts';
import type { DemoRow } from './demo-edge.ts';
import { withRetry, defaultRetryLimits } from './retry-limits.ts';

const rowsPerBatch = 20_000;
// Checksum and length of a line: what is not read from a disk needs none.
const noHeader = '';

/** As the spool sends them: each batch lies in one month and has a name of its own. */
export async function insertDemoRows(
  target: BatchTarget,
  name: string,
  rows: readonly DemoRow[],
  patience = defaultRetryLimits,
): Promise<void> {
  const months = Map.groupBy(rows, ({ timeMs }) => new Month(timeMs).startMs);
  let number = 0;
  for (const [sinceMs, ofMonth] of months) {
    for (let at = 0; at < ofMonth.length; at += rowsPerBatch) {
      const batch = `demo-${name}-${number}`;
      number += 1;
      const lines = ofMonth.slice(at, at + rowsPerBatch).map(({ row }) => `${noHeader}\t${batch}\t${row}\n`);
      const send = sendBatch(target, { batch, lines: Buffer.from(lines.join('')), sinceMs });
      await withRetry(send, patience);
    }
  }
}

/** What may have been stored although nobody heard of it, also by a demo that was killed, is asked for before it is sent. */
function sendBatch(
  target: BatchTarget,
  { batch, lines, sinceMs }: { batch: string; lines: Buffer; sinceMs: number },
): () => Promise<void> {
  return async () => {
    if ((await target.findBatches([batch], sinceMs)).has(batch)) return;
    const outcome = await target.insert(batch, lines);
    if (outcome.kind === 'inserted') return;
    const reason = `the demo was not taken: ${outcome.reason}`;
    if (outcome.kind === 'refused') throw new WaypostError('INTERNAL_ERROR', reason);
    throw new Error(reason);
  };
}
