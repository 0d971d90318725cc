import type { Report } from '@waypost/contract/reports/reports.ts';
import { campaignExample, ids } from './records.ts';

export const reportExample: Report = {
  rows: [
    {
      campaign: ids.campaign,
      deviceType: 'mobile',
      visits: 1_240,
      conversions: 31,
      cost: 5.208,
      revenue: 62,
      profit: 56.792,
      roi: 10.904762,
    },
    {
      campaign: ids.campaign,
      deviceType: 'desktop',
      visits: 310,
      conversions: 0,
      cost: 1.302,
      revenue: 0,
      profit: -1.302,
      roi: -1,
    },
  ],
  meta: {
    from: '2026-11-15T23:00:00.000Z',
    to: '2026-11-16T22:59:59.999Z',
    timezone: 'Europe/Berlin',
    currency: 'USD',
    dimensions: ['campaign', 'deviceType'],
    metrics: ['visits', 'conversions', 'cost', 'revenue', 'profit', 'roi'],
    limit: 100,
    offset: 0,
    count: 2,
    totalRows: 2,
    hasMore: false,
    labels: { campaign: { [ids.campaign]: campaignExample.name } },
    freshness: '2026-11-16T15:04:58.120Z',
    totals: { visits: 1_550, conversions: 31, cost: 6.51, revenue: 62, profit: 55.49, roi: 8.52381 },
  },
};
