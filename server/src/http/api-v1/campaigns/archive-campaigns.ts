import { archivedCount, bulkIds } from '@waypost/contract/records.ts';
import { archiveCampaigns } from '../../../services/campaigns/archive-campaigns.ts';
import { bulkMistake, campaignInUse, notAllKnown } from '../example-errors.ts';
import { ids } from '../example-records.ts';
import type { Operation } from '../operation.ts';

export const archiveCampaignsOperation: Operation = {
  operationId: 'archiveCampaigns',
  method: 'POST',
  path: '/campaigns/archive',
  scope: 'write',
  summary: 'Archives campaigns, all or none, and queues their removal from service',
  description:
    'It does not pause the ads at the traffic source. Nothing depends on a campaign today, so the conflict is there for later.',
  body: bulkIds,
  data: archivedCount,
  errors: { NOT_FOUND: { campaigns: notAllKnown('campaign') }, CONFLICT: { campaignInUse } },
  example: { body: { ids: [ids.campaign] }, data: { archived: 1 }, issue: bulkMistake },
  run: (context, { body }) => archiveCampaigns(context, body),
};
