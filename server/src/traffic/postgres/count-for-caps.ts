import type { CapCounts, RecordToCount } from '../traffic-store.ts';
import type { TrafficConnections } from './connections.ts';
import { capCounts, quarterMs } from './rollups.ts';

// Timeout of the query. The worker holds the counting lock until then and cannot use a later result.
const limits = { timeoutMs: 4_000 };

type Counted = { recordId: string; sinceMs: string; arrivals: string; conversions: string };
type Kind = RecordToCount['kind'];

/**
 * Counts arrivals and conversions. Uses one statement per kind of record, so that a record's counts from several start
 * times are all based on the same state of the table.
 */
export async function countForCaps(
  connections: TrafficConnections,
  records: readonly RecordToCount[],
): Promise<CapCounts[]> {
  const counted: Counted[] = [];
  for (const kind of ['offer', 'path'] as const) {
    const ofKind = records.filter((record) => record.kind === kind);
    if (ofKind.length > 0) counted.push(...(await queryCounts(connections, ofKind, kind)));
  }
  return counted.map(({ recordId, sinceMs, arrivals, conversions }) => ({
    recordId,
    sinceMs: Number(sinceMs),
    arrivals: Number(arrivals),
    conversions: Number(conversions),
  }));
}

function isAligned({ sinceMs }: RecordToCount): boolean {
  return sinceMs % quarterMs === 0;
}

const requestedFrom = (first: number) =>
  `unnest($${first}::uuid[], $${first + 1}::uuid[], $${first + 2}::bigint[]) AS requested (workspace_id, record_id, since)`;

function fromQuarters(kind: Kind): string {
  const { column, quarters, countColumn } = capCounts[kind];
  return `SELECT requested.record_id AS "recordId", since AS "sinceMs", sum(quarter.${countColumn}) AS arrivals,
      sum(quarter.conversions) AS conversions
    FROM ${requestedFrom(1)} JOIN traffic.${quarters} AS quarter
    ON quarter.workspace_id = requested.workspace_id AND quarter.${column} = record_id AND quarter.start >= since
    GROUP BY requested.workspace_id, record_id, since`;
}

// Reads a workspace's rows once, using the index on time. OFFSET 0 keeps the planner from looking up each record
// separately.
function fromRows(kind: Kind): string {
  const { column, arrivals } = capCounts[kind];
  return `SELECT requested.record_id AS "recordId", since AS "sinceMs", ${arrivals} AS arrivals,
      coalesce(sum(conversions), 0) AS conversions
    FROM ${requestedFrom(4)} JOIN (
      SELECT workspace_id, ${column}, time, outcome, is_bot, visits, lp_clicks, conversions FROM traffic.events
      WHERE workspace_id = ANY($4::uuid[]) AND time >= $7::bigint AND ${column} IS NOT NULL OFFSET 0
    ) AS events
    ON events.workspace_id = requested.workspace_id AND events.${column} = record_id AND events.time >= since
    GROUP BY requested.workspace_id, record_id, since`;
}

async function queryCounts(
  connections: TrafficConnections,
  records: readonly RecordToCount[],
  kind: Kind,
): Promise<Counted[]> {
  // The rollup has quarter-hour intervals, and days start on a quarter-hour boundary in every time zone. Counts from
  // any other start time are read from the rows.
  const unaligned = records.filter((record) => !isAligned(record));
  const earliest = unaligned.reduce(
    (minimum, { sinceMs }) => Math.min(minimum, sinceMs),
    Number.MAX_SAFE_INTEGER,
  );
  const text = `${fromQuarters(kind)} UNION ALL ${fromRows(kind)}`;
  const values = [...listColumns(records.filter(isAligned)), ...listColumns(unaligned), Math.floor(earliest)];
  const { rows } = await connections.asSystem(limits, (client) => client.query<Counted>(text, values));
  return rows;
}

function listColumns(records: readonly RecordToCount[]) {
  return [
    records.map(({ workspaceId }) => workspaceId),
    records.map(({ recordId }) => recordId),
    records.map(({ sinceMs }) => Math.floor(sinceMs)),
  ];
}
