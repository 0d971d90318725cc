import type { DaySums } from '../traffic-store.ts';
import type { ClickHouseClient } from './client.ts';

export async function summarizeDays(
  client: ClickHouseClient,
  expiringAfter = '1970-01-01',
): Promise<DaySums[]> {
  const result = await client.query({
    query: `
      SELECT toString(toDate(visit_time, 'UTC')) AS day, toFloat64(count()) AS rows,
        toFloat64(sum(visits)) AS visits, toFloat64(sum(lp_clicks)) AS lpClicks,
        toFloat64(sum(conversions)) AS conversions, toString(sum(cost)) AS cost, toString(sum(revenue)) AS revenue
      FROM events WHERE expires > {expiringAfter:Date} GROUP BY day ORDER BY day`,
    query_params: { expiringAfter },
    clickhouse_settings: { max_execution_time: 0 },
    format: 'JSONEachRow',
  });
  return await result.json<DaySums>();
}
