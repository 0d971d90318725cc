import { eventColumns } from '../../domain/traffic/columns.ts';
import { isId } from '../../platform/ids.ts';
import type { OutboxBatch, RefusedRow } from '../../store/conversions/outbox.ts';

type Lines = Pick<OutboxBatch, 'lines' | 'entryLines'>;

/**
 * Separates entries with an unreadable row from all other entries. An unreadable row excludes its whole entry, because
 * applying only part of a change would give a wrong sum. `accepted` contains the readable lines, and `reasons` contains
 * the errors for the unreadable lines in order.
 */
export function separateEntries(
  { lines, entryLines }: Lines,
  accepted: ReadonlySet<string>,
  reasons: Iterable<string>,
): { accepted: Lines; refused: RefusedRow[] } {
  const all = lines.split('\n');
  const given = reasons[Symbol.iterator]();
  const rest: string[] = [];
  const restLines: number[] = [];
  const refused: RefusedRow[] = [];
  let at = 0;
  for (const many of entryLines) {
    const rows = all.slice(at, at + many);
    at += many;
    const why = rows.map((row) => (accepted.has(row) ? null : (given.next().value ?? 'unknown reason')));
    if (why.every((reason) => reason === null)) {
      rest.push(...rows);
      restLines.push(many);
    } else for (const [index, row] of rows.entries()) refused.push(setAside(row, why[index] ?? null));
  }
  return { accepted: { lines: rest.map((row) => `${row}\n`).join(''), entryLines: restLines }, refused };
}

function setAside(row: string, reason: string | null): RefusedRow {
  return {
    workspaceId: workspaceOf(row),
    row,
    reason: reason ?? 'valid, but belongs to an entry with an invalid row',
  };
}

const workspaceColumn = eventColumns.indexOf('workspace_id');

function workspaceOf(row: string): string | null {
  const id = row.split('\t')[workspaceColumn] ?? '';
  return isId(id) ? id : null;
}
