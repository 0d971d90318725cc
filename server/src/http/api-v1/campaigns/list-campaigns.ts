import { campaignFilter, campaignList } from '@waypost/contract/campaigns.ts';
import { listCampaigns } from '../../../services/campaigns/list-campaigns.ts';
import { campaignExample } from '../example-records.ts';
import type { Operation } from '../operation.ts';

export const listCampaignsOperation: Operation = {
  operationId: 'listCampaigns',
  method: 'GET',
  path: '/campaigns',
  scope: 'read',
  summary: 'Lists campaigns, newest first',
  query: campaignFilter,
  data: campaignList,
  example: {
    query: { query: 'spring', limit: '50' },
    data: { campaigns: [campaignExample], meta: { limit: 50, count: 1 } },
    issue: { path: 'limit', message: 'must be a whole number from 1 to 200' },
  },
  run: (context, { query }) => listCampaigns(context, query),
};
