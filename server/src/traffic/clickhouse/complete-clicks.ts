import { text } from 'node:stream/consumers';
import { countColumns, eventColumns, type EventColumn } from '../../domain/traffic/columns.ts';
import { visitLate, visitUnknown, withdrawn } from '../../domain/traffic/reasons.ts';
import type { Completion, RowCorrection, RowsToComplete } from '../traffic-store.ts';
import type { ClickHouseClient } from './client.ts';
import { joinedVisits, selectWithVisit, visitKey, visitsOfClicks } from './insert-clicks.ts';

const settings = {
  max_execution_time: 20,
  max_threads: 1,
  date_time_output_format: 'unix_timestamp',
} as const;

const amounts: ReadonlySet<EventColumn> = new Set(['cost', 'revenue', ...countColumns]);
// Columns that are filled only in the original row. Corrections leave them empty, because corrections only change sums
// and refer to the original row.
const ownColumns: ReadonlySet<EventColumn> = new Set(['outcome', 'destination_url', 'link', 'is_unique']);

function reversalCell(name: EventColumn): string {
  // If the row adds tags, its reversal is marked in the same way, which keeps the reversal out of reports by tag.
  if (name === 'reasons') return `if(has(click.reasons, 'tag'), ['tag', '${withdrawn}'], ['${withdrawn}'])`;
  return sharedCell(name, 1) ?? (amounts.has(name) ? `-click.${name}` : `click.${name}`);
}

function completeCell(name: EventColumn): string {
  if (name === 'reasons')
    return `arrayPushBack(arrayFilter(reason -> reason != '${visitUnknown}', click.reasons), '${visitLate}')`;
  return sharedCell(name, 2) ?? selectWithVisit(name);
}

function sharedCell(name: EventColumn, index: number): string | undefined {
  if (name === 'type') return "'adjustment'";
  // Without distinct arguments, ClickHouse would generate the same ID for both corrections.
  if (name === 'id') return `generateUUIDv7(${index})`;
  if (name === 'event_id') return 'click.id';
  return ownColumns.has(name) ? "''" : undefined;
}

const isRecent = 'time >= fromUnixTimestamp64Milli({since:Int64})';

// Excludes rows that were already corrected: their reversal contains the ID of the original row as `event_id`.
function lateRows(columns: readonly string[]): string {
  return `SELECT ${columns.join(', ')} FROM events
    WHERE late = 1 AND ${isRecent} AND id NOT IN (SELECT event_id FROM events WHERE late = -1 AND ${isRecent})`;
}

const countQuery = `WITH clicks AS (${lateRows(visitKey)}) SELECT count() ${visitsOfClicks}`;

const query = `WITH clicks AS (${lateRows(eventColumns)})
SELECT click.id, click.workspace_id, toUnixTimestamp64Milli(click.time),
  ${eventColumns.map(reversalCell).join(', ')},
  ${eventColumns.map(completeCell).join(', ')}
FROM clicks AS click LEFT ANY JOIN ${joinedVisits}
WHERE visit.is_found = 1
ORDER BY click.time LIMIT {rows:UInt64} FORMAT TabSeparated`;

/**
 * Completes rows whose visit was found later. ClickHouse rows are never updated, so each row is reversed and written
 * again with the attributes of the visit. Both corrections have the time of the original row and must become visible
 * together.
 */
export async function completeClicks(
  client: ClickHouseClient,
  { sinceMs, rowsMax }: RowsToComplete,
): Promise<Completion> {
  const run = async (sql: string): Promise<string> => {
    const { stream } = await client.exec({
      query: sql,
      query_params: { since: sinceMs, rows: rowsMax },
      clickhouse_settings: { ...settings },
    });
    return await text(stream);
  };
  // The rows are counted first, because there are usually none, and the query for all columns takes a second even if it
  // finds nothing.
  if (Number(await run(countQuery)) === 0) return { completed: 0, corrections: [] };
  const lines = (await run(query)).split('\n').filter((line) => line !== '');
  return { completed: 0, corrections: lines.map(readCorrection) };
}

function readCorrection(line: string): RowCorrection {
  const [rowId = '', workspaceId = '', timeMs = '', ...cells] = line.split('\t');
  const rows = [cells.slice(0, eventColumns.length), cells.slice(eventColumns.length)];
  return { rowId, workspaceId, timeMs: Number(timeMs), row: rows.map((row) => row.join('\t')).join('\n') };
}
