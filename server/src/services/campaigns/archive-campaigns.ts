import { inWorkspace, type WorkspaceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { manyIds } from '@waypost/contract/campaigns/bulk.ts';
import { lockCampaigns, type CampaignRow } from '../../store/records/campaigns.ts';
import type { Executor } from '../../store/database/database.ts';
import { parseInput } from '../parse-input.ts';
import { archiveRecord, archiveRecords, type ArchivableRecord } from '../records/archive-records.ts';
import { refuseBlocked } from '../records/refuse-blocked.ts';
import { requireVersions } from '../records/require-version.ts';
import { requireAll } from '../records/restore-records.ts';
import { setState } from '../records/set-state.ts';
import { campaignKind, getCampaignForUpdate } from './campaigns.ts';

const archivable: ArchivableRecord = { ...campaignKind, listBlockers: () => Promise.resolve([]) };

export async function archiveCampaign(context: WorkspaceContext, id: string): Promise<void> {
  requirePermission(context.actor, 'campaigns.write');
  await archiveRecord(context, archivable, id);
}

export async function archiveCampaigns(
  context: WorkspaceContext,
  input: unknown,
): Promise<{ archived: number }> {
  requirePermission(context.actor, 'campaigns.write');
  return { archived: await archiveRecords(context, archivable, input) };
}

type ServedState = 'active' | 'paused';
const verbs = { active: 'resume', paused: 'pause' } as const;

export async function switchCampaign(
  context: WorkspaceContext,
  id: string,
  status: ServedState,
): Promise<void> {
  requirePermission(context.actor, 'campaigns.write');
  await inWorkspace(context, async (executor) => {
    await switchTo(executor, context, status, [await getCampaignForUpdate(executor, context, id)]);
  });
}

export async function switchCampaigns(
  context: WorkspaceContext,
  input: unknown,
  status: ServedState,
): Promise<void> {
  requirePermission(context.actor, 'campaigns.write');
  const ids = [...new Set(parseInput(manyIds, input).ids)];
  await inWorkspace(context, async (executor) => {
    const campaigns = await lockCampaigns(executor, context.workspaceId, ids);
    requireAll('campaign', ids, campaigns);
    requireVersions(context, campaignKind, campaigns);
    await switchTo(executor, context, status, campaigns);
  });
}

async function switchTo(
  executor: Executor,
  context: WorkspaceContext,
  status: ServedState,
  campaigns: CampaignRow[],
): Promise<void> {
  const archived = campaigns.filter((campaign) => campaign.status === 'archived');
  if (archived.length > 0) {
    const blocked = archived.map(({ id, name }) => ({ type: 'campaign', id, name, by: [] }));
    refuseBlocked(
      'archived',
      campaigns.length === 1
        ? 'The campaign is archived. Restore it first.'
        : 'Some of the campaigns are archived. Restore them first.',
      blocked,
    );
  }
  const records = campaigns.filter((campaign) => campaign.status !== status);
  await setState(executor, context, campaignKind, { verb: verbs[status], status, records });
}
