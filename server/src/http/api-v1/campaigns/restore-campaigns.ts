import { restoredCampaigns } from '@waypost/contract/campaigns.ts';
import { bulkIds } from '@waypost/contract/records.ts';
import { restoreCampaigns } from '../../../services/campaigns/restore-campaigns.ts';
import { bulkMistake, notAllKnown, reattachConflicts } from '../example-errors.ts';
import { ids } from '../example-records.ts';
import type { Operation } from '../operation.ts';

export const restoreCampaignsOperation: Operation = {
  operationId: 'restoreCampaigns',
  method: 'POST',
  path: '/campaigns/restore',
  scope: 'write',
  summary: 'Restores archived campaigns, all or none, and queues them for publishing',
  description:
    'A campaign comes back only if its traffic source is active, its domain verified, and its rotator has a default stream that can be published.',
  body: bulkIds,
  data: restoredCampaigns,
  errors: { NOT_FOUND: { campaigns: notAllKnown('campaign') }, CONFLICT: reattachConflicts },
  example: {
    body: { ids: [ids.campaign] },
    data: { restored: 1, runtimePendingIds: [ids.campaign], runtimePublishedIds: [] },
    issue: bulkMistake,
  },
  run: (context, { body }) => restoreCampaigns(context, body),
};
