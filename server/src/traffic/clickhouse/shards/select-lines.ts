import { setImmediate as nextTurn } from 'node:timers/promises';
import { findShard, type ShardLayout } from './shard-layout.ts';

const tab = 0x09;
const newline = 0x0a;
// Lines to examine per turn of the event loop, because an edge answers visitors between turns.
const linesPerTurn = 500;

// Returns the lines whose rows belong to a shard. Lines without readable IDs belong to the first shard.
export async function selectLines(
  lines: Buffer,
  columns: readonly string[],
  { layout, shard }: { layout: ShardLayout; shard: number },
): Promise<Buffer> {
  const visitColumn = columns.indexOf('visit_id');
  const rowColumn = columns.indexOf('id');
  const selected: Buffer[] = [];
  // Adjacent selected lines are copied together.
  let from = 0;
  let count = 0;
  for (let at = 0; at < lines.length; count += 1) {
    if (count % linesPerTurn === linesPerTurn - 1) await nextTurn();
    const found = lines.indexOf(newline, at);
    const end = found === -1 ? lines.length : found + 1;
    const visitId = readCell(lines, { at, end, column: visitColumn });
    const rowId = readCell(lines, { at, end, column: rowColumn });
    if (findShard(layout, visitId, rowId) !== shard) {
      if (at > from) selected.push(lines.subarray(from, at));
      from = end;
    }
    at = end;
  }
  if (from === 0) return lines;
  if (lines.length > from) selected.push(lines.subarray(from));
  return Buffer.concat(selected);
}

function readCell(lines: Buffer, { at, end, column }: { at: number; end: number; column: number }): string {
  let from = at;
  for (let skipped = 0; skipped < column; skipped += 1) {
    const found = lines.indexOf(tab, from);
    if (found === -1 || found >= end) return '';
    from = found + 1;
  }
  let to = from;
  while (to < end && lines[to] !== tab && lines[to] !== newline) to += 1;
  return lines.toString('latin1', from, to);
}
