import { isId } from '../../platform/ids.ts';
import type { CapCounts, RecordToCount } from '../traffic-store.ts';
import type { ClickHouseClient } from './client.ts';

// Timeout of the query. The worker holds the counting lock until then and cannot use a later result.
const timeoutSeconds = 4;
// Leaves the other CPU cores to reports.
const threadsMax = 2;
const queryBytesMax = 64 * 1_024 * 1_024;

// Arrivals exclude bots and visitors who could not be sent anywhere.
const kinds = {
  offer: {
    column: 'offer_id',
    arrivals: "sumIf(visits, outcome = 'offer' AND NOT is_bot) + sumIf(lp_clicks, NOT is_bot)",
  },
  path: {
    column: 'path_id',
    arrivals: "sumIf(visits, outcome NOT IN ('all-capped', 'empty-path', 'unusable-url') AND NOT is_bot)",
  },
};

/**
 * Counts arrivals and conversions. Uses one statement per kind of record, so that a record's counts from several start
 * times are all based on the same state of the table.
 */
export async function countForCaps(
  client: ClickHouseClient,
  records: readonly RecordToCount[],
): Promise<CapCounts[]> {
  const byKind = Map.groupBy(records, ({ kind }) => kind);
  const counts = await Promise.all([...byKind].map(([kind, ofKind]) => countKind(client, kind, ofKind)));
  return counts.flat();
}

async function countKind(
  client: ClickHouseClient,
  kind: RecordToCount['kind'],
  records: readonly RecordToCount[],
): Promise<CapCounts[]> {
  const { column, arrivals } = kinds[kind];
  const result = await client.query({
    query: `
      WITH counted AS (
        SELECT * FROM format(TSV, 'workspace_id UUID, ${column} UUID, since Int64', '${listRows(records)}')
      )
      SELECT ${column} AS recordId, toFloat64(since) AS sinceMs, toFloat64(${arrivals}) AS arrivals,
        toFloat64(sum(events.conversions)) AS conversions
      FROM events INNER JOIN counted USING (workspace_id, ${column})
      WHERE workspace_id IN (SELECT workspace_id FROM counted) AND ${column} IN (SELECT ${column} FROM counted)
        AND time >= fromUnixTimestamp64Milli({earliest:Int64}) AND time >= fromUnixTimestamp64Milli(since)
      GROUP BY workspace_id, ${column}, since`,
    query_params: { earliest: Math.min(...new Set(records.map(({ sinceMs }) => sinceMs))) },
    clickhouse_settings: {
      max_execution_time: timeoutSeconds,
      // Counting has priority over reports, because caps must take effect immediately, while reports can wait.
      priority: '1',
      max_threads: threadsMax,
      max_query_size: String(queryBytesMax),
    },
    abort_signal: AbortSignal.timeout((timeoutSeconds + 1) * 1_000),
    format: 'JSONEachRow',
  });
  return await result.json<CapCounts>();
}

// Lists the records as TSV inside the SQL text, because a query parameter cannot hold thousands of records. The text
// may contain only validated IDs and numbers.
function listRows(records: readonly RecordToCount[]): string {
  return records
    .map(({ workspaceId, recordId, sinceMs }) => {
      if (!isId(workspaceId) || !isId(recordId)) throw new Error('invalid ID');
      return `${workspaceId}\\t${recordId}\\t${Math.floor(sinceMs)}`;
    })
    .join('\\n');
}
