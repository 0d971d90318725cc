import { wholeRows } from '../server/src/traffic/clickhouse/feed/feed-columns.ts';

/** A report with its API path and the hand-written query that returns the same result. */
export type BenchQuestion = { name: string; path: string; query: string };

const sums = 'sum(visits), sum(lp_clicks), sum(conversions), sum(cost), sum(revenue)';
const first = '2026-10-01';
const last = '2026-10-30';
const days = (from: string) => `visit_day >= '${from} 00:00:00' AND visit_day < '2026-10-31 00:00:00'`;
// New York was at UTC-4 for the whole month.
const hours = `visit_hour >= '${first} 04:00:00' AND visit_hour < '2026-10-31 04:00:00'`;
const rows = `visit_time >= '${first} 00:00:00' AND visit_time < '2026-10-31 00:00:00'`;

export function listQuestions(workspaceId: string, campaignId: string): BenchQuestion[] {
  const own = `FROM events WHERE workspace_id = '${workspaceId}'`;
  const ofCampaign = `${own} AND campaign_id = '${campaignId}' AND ${rows}`;
  const filter = `filter=campaign%3D${campaignId}`;
  return [
    {
      name: 'day x campaign, 30 days',
      path: `/reports?from=${first}&to=${last}&dimensions=day,campaign&sortBy=visits&sortDir=desc`,
      query: `SELECT toDate(visit_day) AS day, campaign_id, ${sums} ${own} AND ${days(first)}
        GROUP BY day, campaign_id ORDER BY 3 DESC LIMIT 100`,
    },
    {
      name: 'day x campaign, 30 days, New York time',
      path: `/reports?from=${first}&to=${last}&timezone=America/New_York&dimensions=day,campaign&sortBy=visits&sortDir=desc`,
      query: `SELECT toDate(visit_hour - INTERVAL 4 HOUR) AS day, campaign_id, ${sums} ${own} AND ${hours}
        GROUP BY day, campaign_id ORDER BY 3 DESC LIMIT 100`,
    },
    {
      name: 'country x device of a campaign',
      path: `/reports?from=${first}&to=${last}&dimensions=country,deviceType&${filter}`,
      query: `SELECT country, device_type, ${sums} ${ofCampaign} GROUP BY country, device_type ORDER BY 3 DESC LIMIT 100`,
    },
    ...['token1', 'token4'].map((token) => ({
      name: `${token} of a campaign, first 100`,
      path: `/reports?from=${first}&to=${last}&dimensions=${token}&${filter}`,
      query: `SELECT ${token}, ${sums} ${ofCampaign} GROUP BY ${token} ORDER BY 2 DESC LIMIT 100`,
    })),
    {
      name: 'campaigns, one day',
      path: `/reports?from=${last}&to=${last}&dimensions=campaign&limit=200`,
      query: `SELECT campaign_id, ${sums} ${own} AND ${days(last)} GROUP BY campaign_id ORDER BY 2 DESC LIMIT 200`,
    },
    {
      name: 'totals, 30 days',
      path: `/reports?from=${first}&to=${last}`,
      query: `SELECT ${sums} ${own} AND ${days(first)}`,
    },
  ];
}

/** Returns two equivalent requests for a page of the event feed: an API path and a hand-written query. */
export function feedQuestion(
  name: string,
  path: string,
  workspaceId: string,
  beforeMs: number,
): BenchQuestion {
  const span = `workspace_id = '${workspaceId}' AND type != 'adjustment'
    AND time <= fromUnixTimestamp64Milli(${beforeMs}) AND time > fromUnixTimestamp64Milli(${beforeMs - 3_600_000})`;
  const places = `SELECT campaign_id, visit_time FROM events WHERE ${span} ORDER BY time DESC LIMIT 100`;
  const query = `SELECT ${wholeRows.selected} FROM events WHERE ${span} AND (campaign_id, visit_time) IN (${places})
    ORDER BY time DESC LIMIT 100`;
  return { name, path, query };
}
