import { isId } from '../../platform/ids.ts';
import type { ClickHouseClient } from './client.ts';

// A batch is stored as a whole, so that a few of its rows tell whether it is there, although others were erased.
const rowsMax = 100;
const key = ['workspace_id', 'campaign_id', 'visit_time', 'id'] as const;
const time = /^\d{1,13}(?:\.\d{1,3})?$/;

/** Whether any of these lines is stored as a row, whatever became of the name of their batch. */
export async function hasRows(
  client: ClickHouseClient,
  columns: readonly string[],
  lines: Buffer,
): Promise<boolean> {
  const places = key.map((name) => columns.indexOf(name));
  const all = lines.toString().split('\n').slice(0, -1);
  const step = Math.max(1, Math.floor(all.length / rowsMax));
  const rows = all
    .filter((_, at) => at % step === 0)
    .map((line) => pick(line.split('\t'), places))
    .filter(isKey);
  if (rows.length === 0) return false;
  // Part of the statement: nothing is in it but ids and times.
  const listed = rows.map((row) => row.join(String.raw`\t`)).join(String.raw`\n`);
  const names = key.join(', ');
  const result = await client.query({
    query: `SELECT 1 FROM events WHERE (${names}) IN (SELECT ${names} FROM format(TSV,
      'workspace_id UUID, campaign_id UUID, visit_time DateTime64(3, \\'UTC\\'), id UUID', '${listed}')) LIMIT 1`,
    format: 'TabSeparated',
  });
  return (await result.text()) !== '';
}

function pick(cells: readonly string[], places: readonly number[]): string[] {
  return places.map((place) => cells[place] ?? '');
}

function isKey([workspaceId = '', campaignId = '', visitTime = '', id = '']: string[]): boolean {
  return isId(workspaceId) && isId(campaignId) && time.test(visitTime) && isId(id);
}
