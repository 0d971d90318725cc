import type { RestoredCampaigns, ServedStatus } from '@waypost/contract/campaigns/campaigns.ts';
import { manyIds } from '@waypost/contract/campaigns/bulk.ts';
import { WaypostError } from '../../platform/errors.ts';
import { shareLockWorkspace } from '../../store/accounts/workspace-settings.ts';
import type { Executor } from '../../store/database/database.ts';
import { listCampaignsServedByAllEdges } from '../../store/publishing/edges.ts';
import { lockCampaignReferences } from '../../store/records/campaign-references.ts';
import { lockCampaigns, type CampaignRow } from '../../store/records/campaigns.ts';
import { inWorkspace, type WorkspaceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { requireVersions } from '../records/require-version.ts';
import { requireAll } from '../records/restore-records.ts';
import { setState } from '../records/set-state.ts';
import { campaignKind } from './campaigns.ts';
import { findObstacles, obstacleReasons, type FoundObstacle } from './check-references.ts';

/**
 * Restores either all of the campaigns or none. They get the given `status` or, if none is given, the status that they
 * had before archiving. Campaigns that are not archived count as restored. A restored campaign counts as served once
 * every live edge has received its published document. The result lists served and pending campaigns separately.
 */
export async function restoreCampaigns(
  context: WorkspaceContext,
  input: unknown,
  { status }: { status?: ServedStatus | undefined } = {},
): Promise<RestoredCampaigns> {
  requirePermission(context.actor, 'campaigns.write');
  const ids = [...new Set(parseInput(manyIds, input).ids)];
  return await inWorkspace(context, async (executor) => {
    const campaigns = await lockCampaigns(executor, context.workspaceId, ids);
    requireAll('campaign', ids, campaigns);
    requireVersions(context, campaignKind, campaigns);
    const archived = campaigns.filter((campaign) => campaign.status === 'archived');
    await requireAttachable(executor, context.workspaceId, archived);
    await bringBack(executor, context, archived, status);
    const served = new Set(await listCampaignsServedByAllEdges(executor, context.workspaceId, ids));
    return {
      restored: ids.length,
      runtimePendingIds: ids.filter((id) => !served.has(id)),
      runtimePublishedIds: ids.filter((id) => served.has(id)),
    };
  });
}

async function bringBack(
  executor: Executor,
  context: WorkspaceContext,
  campaigns: CampaignRow[],
  wanted: ServedStatus | undefined,
): Promise<void> {
  if (campaigns.length === 0) return;
  await shareLockWorkspace(executor, context.workspaceId);
  // If the earlier status is unknown, the campaign gets no traffic until a person resumes it.
  const byState = Map.groupBy(campaigns, ({ archivedFrom }) => wanted ?? archivedFrom ?? 'paused');
  for (const [status, records] of byState)
    await setState(executor, context, campaignKind, { verb: 'restore', status, records });
}

/** Throws if any of the campaigns could not be served with the records that it refers to. */
async function requireAttachable(
  executor: Executor,
  workspaceId: string,
  campaigns: CampaignRow[],
): Promise<void> {
  const references = await lockCampaignReferences(executor, workspaceId, {
    sourceIds: campaigns.map(({ trafficSourceId }) => trafficSourceId),
    rotatorIds: campaigns.map(({ rotatorId }) => rotatorId),
    domainIds: campaigns.flatMap(({ domainId }) => domainId ?? []),
  });
  const obstacles = new Map(
    (await findObstacles(executor, workspaceId, references)).map((obstacle) => [obstacle.id, obstacle]),
  );
  const blocked = campaigns.flatMap((campaign) => {
    const found = [campaign.rotatorId, campaign.trafficSourceId, campaign.domainId ?? ''].flatMap(
      (id) => obstacles.get(id) ?? [],
    );
    return found.length === 0 ? [] : [{ campaign, found }];
  });
  if (blocked.length > 0) throw refuseRestore(blocked);
}

function refuseRestore(blocked: { campaign: CampaignRow; found: FoundObstacle[] }[]): WaypostError {
  const obstacles = blocked.flatMap(({ found }) => found);
  const reported = obstacles.find(({ type }) => type === 'rotator') ?? obstacles[0];
  return new WaypostError('CONFLICT', reported?.message ?? '', {
    reason: obstacleReasons[reported?.type ?? 'rotator'],
    details: {
      blocked: blocked.map(({ campaign: { id, name }, found }) => ({
        type: 'campaign',
        id,
        name,
        by: found.map(({ type, id: recordId, name: recordName }) => ({
          type,
          id: recordId,
          name: recordName,
        })),
      })),
      blockedCampaignIds: blocked.map(({ campaign }) => campaign.id),
    },
  });
}
