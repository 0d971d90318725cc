import { campaignChange, writtenCampaign } from '@waypost/contract/campaigns.ts';
import { updateCampaign } from '../../../services/campaigns/update-campaign.ts';
import { archived, noSuch, reattachConflicts } from '../example-errors.ts';
import { campaignExample } from '../example-records.ts';
import type { Operation } from '../operation.ts';

export const updateCampaignOperation: Operation = {
  operationId: 'updateCampaign',
  method: 'PATCH',
  path: '/campaigns/{id}',
  scope: 'write',
  summary: 'Changes the given fields of a campaign, also inside its nested objects, and publishes it',
  body: campaignChange,
  data: writtenCampaign,
  errors: {
    NOT_FOUND: {
      campaign: noSuch('campaign'),
      trafficSource: noSuch('traffic source'),
      rotator: noSuch('rotator'),
      domain: noSuch('domain'),
    },
    CONFLICT: { campaignArchived: archived('campaign'), ...reattachConflicts },
  },
  example: {
    body: { status: 'paused', cost: { amount: 0.005 } },
    data: {
      campaign: { ...campaignExample, status: 'paused', cost: { mode: 'cpv', amount: 0.005 } },
      publish: { status: 'published' },
    },
    issue: { path: 'cost.amount', message: 'must not be negative' },
  },
  run: (context, { id, body }) => updateCampaign(context, id, body),
};
