import type { BatchTarget } from '../domain/traffic/batch-target.ts';
import { Month } from '../edge/spool/segment-name.ts';
import type { DemoRow } from './demo-edge.ts';

const rowsPerBatch = 20_000;
// Checksum and length of a line: what is not read from a disk needs none.
const noHeader = '';

/** As the spool sends them: each batch lies in one month and has a name of its own. */
export async function insertDemoRows(
  target: BatchTarget,
  name: string,
  rows: readonly DemoRow[],
): Promise<void> {
  const months = Map.groupBy(rows, ({ timeMs }) => new Month(timeMs).startMs);
  let number = 0;
  for (const ofMonth of months.values()) {
    for (let at = 0; at < ofMonth.length; at += rowsPerBatch) {
      const batch = `demo-${name}-${number}`;
      number += 1;
      const lines = ofMonth.slice(at, at + rowsPerBatch).map(({ row }) => `${noHeader}\t${batch}\t${row}\n`);
      const outcome = await target.insert(batch, Buffer.from(lines.join('')));
      if (outcome.kind !== 'inserted') throw new Error(`the demo was not taken: ${outcome.reason}`);
    }
  }
}
