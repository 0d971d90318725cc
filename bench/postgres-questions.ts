import { firstMs } from './reports-data.ts';

/** A report with its API path and the hand-written statement that returns the same result. */
type PostgresQuestion = { name: string; path: string; text: string };

const lastMs = firstMs + 30 * 86_400_000;
const sums = 'sum(visits), sum(lp_clicks), sum(conversions), sum(cost), sum(revenue)';
const path = '/reports?from=2026-10-01&to=2026-10-30';
const events = '/events?from=2026-10-01&to=2026-10-30&limit=100';
const range = (column: string) => `${column} >= ${firstMs} AND ${column} < ${lastMs}`;
// New York was at UTC-4 for the whole month.
const behindMs = 14_400_000;
const rangeOfNewYork = `start >= ${firstMs + behindMs} AND start < ${lastMs + behindMs}`;

export function listPostgresQuestions(workspaceId: string, campaignId: string): PostgresQuestion[] {
  return [...listRolledUp(workspaceId), ...listOfRows(workspaceId, campaignId)];
}

function listRolledUp(workspaceId: string): PostgresQuestion[] {
  const own = `workspace_id = '${workspaceId}'`;
  return [
    {
      name: 'day x campaign, 30 days',
      path: `${path}&dimensions=day,campaign&sortBy=visits&sortDir=desc`,
      text: `SELECT start, campaign_id, ${sums} FROM traffic.campaign_days WHERE ${own} AND ${range('start')} GROUP BY 1, 2 ORDER BY 3 DESC LIMIT 100`,
    },
    {
      name: 'day x campaign, 30 days, New York time',
      path: `${path}&timezone=America/New_York&dimensions=day,campaign&sortBy=visits&sortDir=desc`,
      text: `SELECT (start - ${behindMs}) / 86400000, campaign_id, ${sums} FROM traffic.campaign_hours WHERE ${own} AND ${rangeOfNewYork} GROUP BY 1, 2 ORDER BY 3 DESC LIMIT 100`,
    },
    {
      name: 'countries and devices, 30 days',
      path: `${path}&dimensions=country,deviceType`,
      text: `SELECT country, device_type, ${sums} FROM traffic.place_hours WHERE ${own} AND ${range('start')} GROUP BY 1, 2 ORDER BY 3 DESC LIMIT 100`,
    },
    {
      name: 'offers, 30 days',
      path: `${path}&dimensions=offer`,
      text: `SELECT offer_id, ${sums} FROM traffic.offer_days WHERE ${own} AND ${range('start')} GROUP BY 1 ORDER BY 2 DESC LIMIT 100`,
    },
    {
      name: 'totals, 30 days',
      path,
      text: `SELECT ${sums} FROM traffic.campaign_days WHERE ${own} AND ${range('start')}`,
    },
  ];
}

function listOfRows(workspaceId: string, campaignId: string): PostgresQuestion[] {
  const own = `workspace_id = '${workspaceId}'`;
  const filter = `filter=campaign%3D${campaignId}`;
  const ofCampaign = `FROM traffic.events WHERE ${own} AND campaign_id = '${campaignId}' AND ${range('visit_time')}`;
  return [
    ...['token1', 'token4'].map((token) => ({
      name: `${token} of a campaign, first 100`,
      path: `${path}&dimensions=${token}&${filter}`,
      text: `SELECT ${token}, ${sums} ${ofCampaign} GROUP BY 1 ORDER BY 2 DESC LIMIT 100`,
    })),
    {
      name: 'token4 of all campaigns, one day',
      path: '/reports?from=2026-10-30&to=2026-10-30&dimensions=token4',
      text: `SELECT token4, ${sums} FROM traffic.events WHERE ${own} AND visit_time >= ${lastMs - 86_400_000} AND visit_time < ${lastMs} GROUP BY 1 ORDER BY 2 DESC LIMIT 100`,
    },
    {
      name: 'token4 of all campaigns, 30 days',
      path: `${path}&dimensions=token4`,
      text: `SELECT token4, ${sums} FROM traffic.events WHERE ${own} AND ${range('visit_time')} GROUP BY 1 ORDER BY 2 DESC LIMIT 100`,
    },
    {
      name: 'first page of events',
      path: events,
      text: `SELECT * FROM traffic.events WHERE ${own} AND time < ${lastMs} AND type <> 'adjustment' ORDER BY time DESC, id DESC LIMIT 100`,
    },
    {
      name: 'first page of conversions',
      path: `${events}&type=event`,
      text: `SELECT * FROM traffic.events WHERE ${own} AND time < ${lastMs} AND type = 'event' ORDER BY time DESC, id DESC LIMIT 100`,
    },
  ];
}
