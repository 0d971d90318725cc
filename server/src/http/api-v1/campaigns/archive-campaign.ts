import { z } from 'zod';
import { archiveCampaign } from '../../../services/campaigns/archive-campaigns.ts';
import { noSuch, strayParameter } from '../example-errors.ts';
import type { Operation } from '../operation.ts';

export const archiveCampaignOperation: Operation = {
  operationId: 'archiveCampaign',
  method: 'DELETE',
  path: '/campaigns/{id}',
  scope: 'write',
  summary: 'Archives a campaign and queues its removal from service',
  description: 'It does not pause the ads at the traffic source. Archiving again changes nothing.',
  data: z.null(),
  errors: { NOT_FOUND: { campaign: noSuch('campaign') } },
  example: { data: null, issue: strayParameter },
  run: (context, { id }) => archiveCampaign(context, id),
};
