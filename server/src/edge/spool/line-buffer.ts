import { lineBytesMax, writeLine } from './line.ts';
import type { WaitingRow } from './waiting-row.ts';

// Enough for a few hundred rows. A larger one is kept only as long as its group: stalls are rare, and memory is not.
const usualBytes = 256 * 1024;

/** Turns rows into the lines of a segment, in memory that is used again: garbage of the size of the traffic is dear. */
export class LineBuffer {
  readonly #usual = Buffer.allocUnsafeSlow(usualBytes);

  /** What it returns is good until the next call. */
  encode(rows: readonly WaitingRow[], prefix: Uint8Array): Buffer {
    const bytesMax = rows.reduce((sum, { row }) => sum + lineBytesMax(prefix, row), 0);
    const buffer = bytesMax <= usualBytes ? this.#usual : Buffer.allocUnsafe(bytesMax);
    let end = 0;
    for (const { row } of rows) end = writeLine(buffer, end, prefix, row);
    return buffer.subarray(0, end);
  }
}
