import { campaign } from '@waypost/contract/campaigns.ts';
import { z } from 'zod';
import { getCampaign } from '../../../services/campaigns/get-campaign.ts';
import { noSuch, strayParameter } from '../example-errors.ts';
import { campaignExample } from '../example-records.ts';
import type { Operation } from '../operation.ts';

export const getCampaignOperation: Operation = {
  operationId: 'getCampaign',
  method: 'GET',
  path: '/campaigns/{id}',
  scope: 'read',
  summary: 'Reads one campaign, archived ones too',
  data: z.strictObject({ campaign }),
  errors: { NOT_FOUND: { campaign: noSuch('campaign') } },
  example: { data: { campaign: campaignExample }, issue: strayParameter },
  run: async (context, { id }) => ({ campaign: await getCampaign(context, id) }),
};
