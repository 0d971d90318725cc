import type { ArrivalCounts, RecordToCount } from '../traffic-store.ts';
import type { TrafficConnections } from './connections.ts';
import { capCounts, quarterMs } from './rollups.ts';

// A worker holds the right to count meanwhile; what takes longer is of no use to it.
const limits = { timeoutMs: 4_000 };

type Counted = { recordId: string; sinceMs: string; arrivals: string; conversions: string };
type Kind = RecordToCount['kind'];

/** What became of offers and paths since times of their own. One statement for all of a kind. */
export async function countArrivals(
  connections: TrafficConnections,
  records: readonly RecordToCount[],
): Promise<ArrivalCounts[]> {
  const counted: Counted[] = [];
  for (const kind of ['offer', 'path'] as const) {
    const ofKind = records.filter((record) => record.kind === kind);
    counted.push(...(await ask(connections, ofKind.filter(isWhole), fromQuarters(kind))));
    // The rollup knows quarters of an hour, and days of all timezones begin with one. Other moments are counted by rows.
    const others = ofKind.filter((record) => !isWhole(record));
    counted.push(...(await ask(connections, others, fromRows(kind))));
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

const wanted = 'unnest($1::uuid[], $2::uuid[], $3::bigint[]) AS wanted (workspace_id, record_id, since)';

function fromQuarters(kind: Kind): string {
  const { column, quarters, people } = capCounts[kind];
  return `SELECT wanted.record_id AS "recordId", since AS "sinceMs", sum(kept.${people}) AS arrivals,
      sum(kept.conversions) AS conversions
    FROM ${wanted} JOIN traffic.${quarters} AS kept
    ON kept.workspace_id = wanted.workspace_id AND kept.${column} = record_id AND kept.start >= since
    GROUP BY wanted.workspace_id, record_id, since`;
}

function fromRows(kind: Kind): string {
  const { column, arrivals } = capCounts[kind];
  return `SELECT wanted.record_id AS "recordId", since AS "sinceMs", ${arrivals} AS arrivals,
      coalesce(sum(conversions), 0) AS conversions
    FROM ${wanted} JOIN traffic.events
    ON events.workspace_id = wanted.workspace_id AND events.${column} = record_id AND events.time >= since
    GROUP BY wanted.workspace_id, record_id, since`;
}

async function ask(
  connections: TrafficConnections,
  records: readonly RecordToCount[],
  text: string,
): Promise<Counted[]> {
  if (records.length === 0) return [];
  const list = <Value>(pick: (record: RecordToCount) => Value) => records.map(pick);
  const values = [
    list(({ workspaceId }) => workspaceId),
    list(({ recordId }) => recordId),
    list(({ sinceMs }) => Math.floor(sinceMs)),
  ];
  const { rows } = await connections.asSystem(limits, (client) => client.query<Counted>(text, values));
  return rows;
}
