import { lineBytesMax, writeLine } from './line.ts';
import type { WaitingRow } from './waiting-row.ts';

// Enough for a few hundred rows. A group that needs a larger buffer gets a temporary one, because such groups are rare.
const reusedBytes = 256 * 1024;

/** Encodes rows as lines of a segment. The buffer is reused, which saves garbage collection. */
export class LineBuffer {
  readonly #reused = Buffer.allocUnsafeSlow(reusedBytes);

  /** The returned buffer is valid until the next call. */
  encode(rows: readonly WaitingRow[], prefix: Uint8Array): Buffer {
    const bytesMax = rows.reduce((sum, { row }) => sum + lineBytesMax(prefix, row), 0);
    const buffer = bytesMax <= reusedBytes ? this.#reused : Buffer.allocUnsafe(bytesMax);
    let end = 0;
    for (const { row } of rows) end = writeLine(buffer, end, prefix, row);
    return buffer.subarray(0, end);
  }
}
