import { isId } from '../../platform/ids.ts';
import type { ClickHouseClient } from './client.ts';

// A batch is stored completely or not at all, so it is enough to check a sample of its rows, even if other rows have
// been erased.
const rowsMax = 100;
const key = ['workspace_id', 'campaign_id', 'visit_time', 'id'] as const;
const time = /^\d{1,13}(?:\.\d{1,3})?$/;

/** Returns true if any of these lines is stored as a row, regardless of the batch name. */
export async function hasRows(
  client: ClickHouseClient,
  columns: readonly string[],
  lines: Buffer,
): Promise<boolean> {
  const columnIndexes = key.map((name) => columns.indexOf(name));
  const all = lines.toString().split('\n').slice(0, -1);
  const step = Math.max(1, Math.floor(all.length / rowsMax));
  const rows = all
    .filter((_, at) => at % step === 0)
    .map((line) => pick(line.split('\t'), columnIndexes))
    .filter(isKey);
  if (rows.length === 0) return false;
  // The list becomes part of the SQL text, so it may contain only validated IDs and times.
  const keyList = rows.map((row) => row.join(String.raw`\t`)).join(String.raw`\n`);
  const names = key.join(', ');
  const result = await client.query({
    query: `SELECT 1 FROM events WHERE (${names}) IN (SELECT ${names} FROM format(TSV,
      'workspace_id UUID, campaign_id UUID, visit_time DateTime64(3, \\'UTC\\'), id UUID', '${keyList}')) LIMIT 1`,
    format: 'TabSeparated',
  });
  return (await result.text()) !== '';
}

function pick(cells: readonly string[], columnIndexes: readonly number[]): string[] {
  return columnIndexes.map((index) => cells[index] ?? '');
}

function isKey([workspaceId = '', campaignId = '', visitTime = '', id = '']: string[]): boolean {
  return isId(workspaceId) && isId(campaignId) && time.test(visitTime) && isId(id);
}
