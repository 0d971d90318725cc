import {
  campaignDefaults,
  newCampaign,
  type WrittenCampaign,
} from '@waypost/contract/campaigns/campaigns.ts';
import { newId } from '../../platform/ids.ts';
import { insertPublication } from '../../store/publishing/publications.ts';
import { insertCampaign, type CampaignColumns } from '../../store/records/campaigns.ts';
import { recordChange } from '../audit/record-change.ts';
import { inWorkspace, type WorkspaceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { presentCampaign, saveCampaignVersion } from './campaigns.ts';
import { lockReferences, requireNoObstacle } from './check-references.ts';
import { mergeCampaign } from './merge-campaign.ts';

/** Creates a campaign, which is active by default. A worker publishes the campaign within a second. */
export async function createCampaign(context: WorkspaceContext, input: unknown): Promise<WrittenCampaign> {
  requirePermission(context.actor, 'campaigns.write');
  const given = parseInput(newCampaign, input);
  const content = mergeCampaign(blank(given.name, given.trafficSourceId, given.destination.rotatorId), {
    ...given,
    status: given.status ?? 'active',
  });
  const campaign = { id: newId(), createdAt: context.now(), ...content };
  const trafficSourceName = await inWorkspace(context, async (executor) => {
    const references = await lockReferences(executor, context.workspaceId, {
      sourceId: campaign.trafficSourceId,
      rotatorId: campaign.rotatorId,
      domainId: campaign.domainId,
    });
    await requireNoObstacle(executor, context.workspaceId, references);
    await insertCampaign(executor, context.workspaceId, campaign);
    await insertPublication(executor, context.workspaceId, campaign.id, campaign.createdAt);
    await recordChange(executor, context.workspaceId, context.actor, {
      action: 'campaign.create',
      subjectId: campaign.id,
      name: campaign.name,
      version: 1,
      after: content,
    });
    await saveCampaignVersion(executor, context, campaign.id, { isNew: true });
    return references.sources.get(campaign.trafficSourceId)?.name ?? '';
  });
  return {
    campaign: presentCampaign({ ...campaign, version: 1, trafficSourceName }),
    publish: { status: 'queued' },
  };
}

function blank(name: string, trafficSourceId: string, rotatorId: string): CampaignColumns {
  const { country, cost, tracking } = campaignDefaults;
  return {
    name,
    status: 'active',
    trafficSourceId,
    rotatorId,
    domainId: tracking.domainId,
    country,
    costMode: cost.mode,
    costAmount: String(cost.amount),
    trackingMethod: tracking.method,
    includePrefetch: tracking.includePrefetch,
  };
}
