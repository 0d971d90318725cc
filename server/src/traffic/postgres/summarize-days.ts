import type { DaySums } from '../traffic-store.ts';
import type { TrafficConnections } from './connections.ts';

// All rows are read, which takes minutes for hundreds of millions of rows.
const limits = { timeoutMs: 6 * 3_600_000 };

export async function summarizeDays(
  connections: TrafficConnections,
  expiringAfter?: string,
): Promise<DaySums[]> {
  const { rows } = await connections.asSystem(limits, (client) =>
    client.query<DaySums>(
      `
      SELECT to_char(to_timestamp(day * 86400) AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, count(*)::float8 AS rows,
        coalesce(sum(visits), 0)::float8 AS visits, coalesce(sum(lp_clicks), 0)::float8 AS "lpClicks",
        coalesce(sum(conversions), 0)::float8 AS conversions, trim_scale(coalesce(sum(cost), 0))::text AS cost,
        trim_scale(coalesce(sum(revenue), 0))::text AS revenue
      FROM traffic.events, LATERAL (SELECT floor(visit_time / 86400000.0)) AS days (day)
      WHERE expires > $1::date OR expires IS NULL OR $1 IS NULL GROUP BY day ORDER BY day`,
      [expiringAfter ?? null],
    ),
  );
  return rows;
}
