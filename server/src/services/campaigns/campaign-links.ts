import type { CampaignLinks } from '@waypost/contract/inbox.ts';
import { isId } from '../../platform/ids.ts';
import { writeLinkMacros } from '../../domain/macros/link-macros.ts';
import {
  findCampaignAddresses,
  rotateIncomingKey,
  type CampaignAddresses,
} from '../../store/attribution/incoming-keys.ts';
import type { Executor } from '../../store/database/database.ts';
import { announceCampaign } from '../../store/publishing/publications.ts';
import { requestPublishing } from '../../store/publishing/publish-requests.ts';
import { recordChange } from '../audit/record-change.ts';
import { inWorkspace, readInWorkspace, type WorkspaceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { refuseMissing } from '../records/record-kind.ts';
import { getCampaignForUpdate, saveCampaignVersion } from './campaigns.ts';

const overlapDays = 7;
const dayMs = 86_400_000;

/** The addresses of a campaign. One of them is a secret: whoever has it can report conversions. */
export async function getCampaignLinks(context: WorkspaceContext, id: string): Promise<CampaignLinks> {
  requirePermission(context.actor, 'incoming-keys.read');
  const addresses = isId(id)
    ? await readInWorkspace(context, 'lookup', (executor) =>
        findCampaignAddresses(executor, context.workspaceId, id),
      )
    : undefined;
  return presentLinks(context, id.toLowerCase(), addresses ?? refuseMissing('campaign'));
}

/**
 * Gives a campaign a new key for incoming events. The one before it works for another week; done twice, it ends the
 * first one at once.
 */
export async function rotateCampaignKey(context: WorkspaceContext, id: string): Promise<CampaignLinks> {
  requirePermission(context.actor, 'incoming-keys.rotate');
  const { workspaceId } = context;
  return await inWorkspace(context, async (executor) => {
    const campaign = await getCampaignForUpdate(executor, context, id);
    const previousUntil = new Date(context.now().getTime() + overlapDays * dayMs);
    await rotateIncomingKey(executor, workspaceId, campaign.id, previousUntil);
    await recordChange(executor, workspaceId, context.actor, {
      action: 'campaign.rotate-incoming-key',
      subjectId: campaign.id,
      name: campaign.name,
      version: campaign.version + 1,
      details: { previousUntil: previousUntil.toISOString() },
    });
    await saveCampaignVersion(executor, context, campaign.id);
    await announceCampaign(executor, workspaceId, campaign.id);
    await requestPublishing(executor, workspaceId, { campaignIds: [campaign.id] }, context.now());
    return presentLinks(context, campaign.id, await getAddresses(executor, workspaceId, campaign.id));
  });
}

async function getAddresses(executor: Executor, workspaceId: string, id: string): Promise<CampaignAddresses> {
  return (await findCampaignAddresses(executor, workspaceId, id)) ?? refuseMissing('campaign');
}

function presentLinks(
  { trackingUrl = '', now }: WorkspaceContext,
  id: string,
  { host, incomingKey, previousKey, previousUntil, version, source }: CampaignAddresses,
): CampaignLinks {
  // Certificates of domains are the business of a proxy in front, which has one for each.
  const base = host === null ? trackingUrl.replace(/\/+$/, '') : `https://${host}`;
  const isPreviousGood = previousKey !== null && previousUntil !== null && previousUntil > now();
  return {
    visit: `${base}/c/${id}${writeLinkMacros(source)}`,
    landingClick: `${base}/go`,
    event: `${base}/e/${incomingKey}`,
    previousEvent: isPreviousGood
      ? { url: `${base}/e/${previousKey}`, until: previousUntil.toISOString() }
      : null,
    version,
  };
}
