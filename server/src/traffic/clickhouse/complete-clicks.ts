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
/** What only the row itself tells; corrections are for sums, and point at it. */
const ownColumns: ReadonlySet<EventColumn> = new Set(['outcome', 'destination_url', 'link', 'is_unique']);

/** A row like the one that was stored, with the opposite sign. */
function withdrawCell(name: EventColumn): string {
  // What takes back a row of tags is one of those, which are in no report by tag.
  if (name === 'reasons') return `if(has(click.reasons, 'tag'), ['tag', '${withdrawn}'], ['${withdrawn}'])`;
  return sharedCell(name, 1) ?? (amounts.has(name) ? `-click.${name}` : `click.${name}`);
}

/** The row as it would have been stored, had its visit been there. */
function completeCell(name: EventColumn): string {
  if (name === 'reasons')
    return `arrayPushBack(arrayFilter(one -> one != '${visitUnknown}', click.reasons), '${visitLate}')`;
  return sharedCell(name, 2) ?? selectWithVisit(name);
}

function sharedCell(name: EventColumn, which: number): string | undefined {
  if (name === 'type') return "'adjustment'";
  // Without a number the two would be the same.
  if (name === 'id') return `generateUUIDv7(${which})`;
  if (name === 'event_id') return 'click.id';
  return ownColumns.has(name) ? "''" : undefined;
}

const isRecent = 'time >= fromUnixTimestamp64Milli({since:Int64})';

/** Rows that are set right already are told by what takes them back, which names them. */
function lateRows(columns: readonly string[]): string {
  return `SELECT ${columns.join(', ')} FROM events
    WHERE late = 1 AND ${isRecent} AND id NOT IN (SELECT event_id FROM events WHERE late = -1 AND ${isRecent})`;
}

const countQuery = `WITH clicks AS (${lateRows(visitKey)}) SELECT count() ${visitsOfClicks}`;

const query = `WITH clicks AS (${lateRows(eventColumns)})
SELECT click.id, click.workspace_id, toUnixTimestamp64Milli(click.time),
  ${eventColumns.map(withdrawCell).join(', ')},
  ${eventColumns.map(completeCell).join(', ')}
FROM clicks AS click LEFT ANY JOIN ${joinedVisits}
WHERE visit.is_found = 1
ORDER BY click.time LIMIT {rows:UInt64} FORMAT TabSeparated`;

/**
 * Rows are never changed here: each that found its visit is taken back, and stands once more with what its visit says. Both
 * are of the time of the row, and one must not be seen without the other.
 */
export async function completeClicks(
  client: ClickHouseClient,
  { sinceMs, rowsMax }: RowsToComplete,
): Promise<Completion> {
  const ask = async (asked: string): Promise<string> => {
    const { stream } = await client.exec({
      query: asked,
      query_params: { since: sinceMs, rows: rowsMax },
      clickhouse_settings: { ...settings },
    });
    return await text(stream);
  };
  // Nearly always there is none, and all columns of all three rows are a second's work even so.
  if (Number(await ask(countQuery)) === 0) return { completed: 0, corrections: [] };
  const lines = (await ask(query)).split('\n').filter((line) => line !== '');
  return { completed: 0, corrections: lines.map(readCorrection) };
}

function readCorrection(line: string): RowCorrection {
  const [rowId = '', workspaceId = '', timeMs = '', ...cells] = line.split('\t');
  const rows = [cells.slice(0, eventColumns.length), cells.slice(eventColumns.length)];
  return { rowId, workspaceId, timeMs: Number(timeMs), row: rows.map((row) => row.join('\t')).join('\n') };
}
