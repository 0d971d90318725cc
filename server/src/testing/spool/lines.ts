import { LineBuffer } from '../../edge/spool/line-buffer.ts';

export function spoolLines(batch: string, rows: readonly string[]): Buffer {
  const waiting = rows.map((row) => ({ row, timeMs: 0, appendedAt: 0, done: undefined, isDropped: false }));
  return Buffer.from(new LineBuffer().encode(waiting, Buffer.from(`${batch}\t`)));
}
