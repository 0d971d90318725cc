import type { CapCounts, RecordToCount } from '../traffic-store.ts';
import type { TrafficConnections } from './connections.ts';
import { capCounts, quarterMs } from './rollups.ts';

// A worker holds the right to count meanwhile; what takes longer is of no use to it.
const limits = { timeoutMs: 4_000 };

type Counted = { recordId: string; sinceMs: string; arrivals: string; conversions: string };
type Kind = RecordToCount['kind'];

/**
 * What became of offers and paths since times of their own. One statement for all of a kind, so that counts of one record
 * since several moments are of the same rows.
 */
export async function countForCaps(
  connections: TrafficConnections,
  records: readonly RecordToCount[],
): Promise<CapCounts[]> {
  const counted: Counted[] = [];
  for (const kind of ['offer', 'path'] as const) {
    const ofKind = records.filter((record) => record.kind === kind);
    if (ofKind.length > 0) counted.push(...(await ask(connections, ofKind, kind)));
  }
  return counted.map(({ recordId, sinceMs, arrivals, conversions }) => ({
    recordId,
    sinceMs: Number(sinceMs),
    arrivals: Number(arrivals),
    conversions: Number(conversions),
  }));
}

function isWhole({ sinceMs }: RecordToCount): boolean {
  return sinceMs % quarterMs === 0;
}

const wantedFrom = (first: number) =>
  `unnest($${first}::uuid[], $${first + 1}::uuid[], $${first + 2}::bigint[]) AS wanted (workspace_id, record_id, since)`;

function fromQuarters(kind: Kind): string {
  const { column, quarters, people } = capCounts[kind];
  return `SELECT wanted.record_id AS "recordId", since AS "sinceMs", sum(kept.${people}) AS arrivals,
      sum(kept.conversions) AS conversions
    FROM ${wantedFrom(1)} JOIN traffic.${quarters} AS kept
    ON kept.workspace_id = wanted.workspace_id AND kept.${column} = record_id AND kept.start >= since
    GROUP BY wanted.workspace_id, record_id, since`;
}

/** Read once for all records of a workspace, by the index on time: OFFSET keeps the planner from a look for each record. */
function fromRows(kind: Kind): string {
  const { column, arrivals } = capCounts[kind];
  return `SELECT wanted.record_id AS "recordId", since AS "sinceMs", ${arrivals} AS arrivals,
      coalesce(sum(conversions), 0) AS conversions
    FROM ${wantedFrom(4)} JOIN (
      SELECT workspace_id, ${column}, time, outcome, is_bot, visits, lp_clicks, conversions FROM traffic.events
      WHERE workspace_id = ANY($4::uuid[]) AND time >= $7::bigint AND ${column} IS NOT NULL OFFSET 0
    ) AS events
    ON events.workspace_id = wanted.workspace_id AND events.${column} = record_id AND events.time >= since
    GROUP BY wanted.workspace_id, record_id, since`;
}

async function ask(
  connections: TrafficConnections,
  records: readonly RecordToCount[],
  kind: Kind,
): Promise<Counted[]> {
  // The rollup knows quarters of an hour, and days of all timezones begin with one. Other moments are counted by rows.
  const others = records.filter((record) => !isWhole(record));
  const earliest = others.reduce(
    (soonest, { sinceMs }) => Math.min(soonest, sinceMs),
    Number.MAX_SAFE_INTEGER,
  );
  const text = `${fromQuarters(kind)} UNION ALL ${fromRows(kind)}`;
  const values = [...listColumns(records.filter(isWhole)), ...listColumns(others), Math.floor(earliest)];
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
