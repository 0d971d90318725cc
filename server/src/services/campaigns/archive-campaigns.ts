import { bulkIds } from '@waypost/contract/records.ts';
import type { Executor } from '../../store/database/database.ts';
import { requestPublishing } from '../../store/publishing/publish-requests.ts';
import { lockCampaigns, type CampaignRow } from '../../store/records/campaigns.ts';
import { setRecordStatus } from '../../store/records/records.ts';
import { recordChanges } from '../audit/record-change.ts';
import { inWorkspace, type WorkspaceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { requireAll } from '../records/restore-records.ts';
import { getCampaignForUpdate } from './campaigns.ts';

/** Takes one campaign out of service; archiving it again changes nothing. */
export async function archiveCampaign(context: WorkspaceContext, id: string): Promise<void> {
  requirePermission(context.actor, 'campaigns.write');
  await inWorkspace(context, async (executor) => {
    await archive(executor, context, [await getCampaignForUpdate(executor, context.workspaceId, id)]);
  });
}

/** All of them or none; what is archived already counts too. */
export async function archiveCampaigns(
  context: WorkspaceContext,
  input: unknown,
): Promise<{ archived: number }> {
  requirePermission(context.actor, 'campaigns.write');
  const ids = [...new Set(parseInput(bulkIds, input).ids)];
  await inWorkspace(context, async (executor) => {
    const campaigns = await lockCampaigns(executor, context.workspaceId, ids);
    requireAll('campaign', ids, campaigns);
    await archive(executor, context, campaigns);
  });
  return { archived: ids.length };
}

async function archive(
  executor: Executor,
  context: WorkspaceContext,
  campaigns: CampaignRow[],
): Promise<void> {
  const ids = campaigns.filter(({ status }) => status !== 'archived').map(({ id }) => id);
  if (ids.length === 0) return;
  const now = context.now();
  await setRecordStatus(executor, 'campaigns', {
    workspaceId: context.workspaceId,
    ids,
    status: 'archived',
    now,
  });
  await recordChanges(executor, context, 'campaign.archive', ids);
  await requestPublishing(executor, context.workspaceId, { campaignIds: ids }, now);
}
