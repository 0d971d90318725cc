import { campaignChange, type WrittenCampaign } from '@waypost/contract/campaigns/campaigns.ts';
import type { Executor } from '../../store/database/database.ts';
import { updateCampaignRow, type CampaignRow } from '../../store/records/campaigns.ts';
import { recordChange } from '../audit/record-change.ts';
import { inWorkspace, type WorkspaceContext } from '../context.ts';
import { invalidInput, parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { publishCampaign } from '../publishing/publish-campaigns.ts';
import { refuseArchived } from '../records/refuse-blocked.ts';
import { beforeAndAfter, changedFields } from '../records/update-record.ts';
import { getCampaignForUpdate, presentCampaign, saveCampaignVersion } from './campaigns.ts';
import { lockReferences, requireNoObstacle } from './check-references.ts';
import { mergeCampaign } from './merge-campaign.ts';

/** Changes only the given fields, and publishes the campaign before returning. */
export async function updateCampaign(
  context: WorkspaceContext,
  id: string,
  input: unknown,
): Promise<WrittenCampaign> {
  requirePermission(context.actor, 'campaigns.write');
  const change = parseInput(campaignChange, input);
  return await inWorkspace(context, async (executor) => {
    const before = await getCampaignForUpdate(executor, context, id);
    if (change.status === 'archived' && before.status !== 'archived')
      throw invalidInput([
        { path: 'status', message: 'cannot be set to archived; archive the campaign instead' },
      ]);
    const after = mergeCampaign(before, change);
    const trafficSourceName = await writeChange(executor, context, before, after);
    const status = await publishCampaign(executor, context.workspaceId, before.id, context.now());
    return { campaign: presentCampaign({ ...after, trafficSourceName }), publish: { status } };
  });
}

/**
 * Writes the change and returns the name of the traffic source. Checks only references that change, so that a campaign
 * whose domain is no longer verified can still be renamed.
 */
async function writeChange(
  executor: Executor,
  context: WorkspaceContext,
  before: CampaignRow,
  after: CampaignRow,
): Promise<string> {
  const { workspaceId } = context;
  const differences = changedFields(before, after);
  const references = await lockReferences(executor, workspaceId, {
    sourceId: differences.trafficSourceId,
    rotatorId: differences.rotatorId,
    domainId: differences.domainId,
  });
  if (before.status === 'archived') refuseArchived({ type: 'campaign', id: before.id, name: before.name });
  if (Object.keys(differences).length === 0) return before.trafficSourceName;
  await requireNoObstacle(executor, workspaceId, references, before);
  await updateCampaignRow(executor, workspaceId, after, context.now());
  await recordChange(executor, workspaceId, context.actor, {
    action: 'campaign.update',
    subjectId: after.id,
    name: before.name,
    version: before.version + 1,
    ...beforeAndAfter(before, differences),
  });
  await saveCampaignVersion(executor, context, after.id);
  return references.sources.get(after.trafficSourceId)?.name ?? before.trafficSourceName;
}
