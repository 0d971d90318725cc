import { campaignLinksQuery, type CampaignLinks } from '@waypost/contract/conversions/inbox.ts';
import { WaypostError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { writeLinkMacros } from '../../domain/macros/link-macros.ts';
import {
  findCampaignAddresses,
  rotateIncomingKey,
  type CampaignAddresses,
} from '../../store/conversions/incoming-keys.ts';
import type { Executor } from '../../store/database/database.ts';
import { findDomain } from '../../store/records/domains.ts';
import { announceCampaign } from '../../store/publishing/publications.ts';
import { requestPublishing } from '../../store/publishing/publish-requests.ts';
import { recordChange } from '../audit/record-change.ts';
import { inSnapshot, inWorkspace, type WorkspaceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { isAllowed, requirePermission } from '../permissions.ts';
import { refuseMissing } from '../refuse-missing.ts';
import { getCampaignForUpdate, saveCampaignVersion } from './campaigns.ts';

const overlapDays = 7;
const dayMs = 86_400_000;

/**
 * Returns the links of a campaign. The incoming postback URL is a secret, because anyone who knows it can report
 * conversions.
 */
export async function getCampaignLinks(
  context: WorkspaceContext,
  id: string,
  input: unknown = {},
): Promise<CampaignLinks> {
  requirePermission(context.actor, 'campaigns.read');
  const { domainId } = parseInput(campaignLinksQuery, input);
  const { workspaceId } = context;
  return await inSnapshot(context, async (executor) => {
    const found = isId(id) ? await findCampaignAddresses(executor, workspaceId, id) : undefined;
    const addresses = found ?? refuseMissing('campaign');
    const host = domainId === undefined ? addresses.host : await getHost(executor, workspaceId, domainId);
    const links = presentLinks(context, id.toLowerCase(), { ...addresses, host });
    return isAllowed(context.actor, 'incoming-keys.read')
      ? links
      : { ...links, event: '', previousEvent: null };
  });
}

async function getHost(executor: Executor, workspaceId: string, id: string): Promise<string> {
  const domain = (await findDomain(executor, workspaceId, id)) ?? refuseMissing('domain');
  if (domain.verification !== 'verified' || domain.status !== 'active')
    throw new WaypostError('CONFLICT', 'The domain is archived or not verified', {
      details: { reason: 'domain-not-usable' },
    });
  return domain.host;
}

/**
 * Replaces the key of the incoming postback URL. The previous key stays valid for a week, or until the next rotation.
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
  // A proxy in front of the edges terminates TLS for tracking domains.
  const base = host === null ? trackingUrl.replace(/\/+$/, '') : `https://${host}`;
  const isPreviousGood = previousKey !== null && previousUntil !== null && previousUntil > now();
  const macros = writeLinkMacros(source);
  return {
    visit: `${base}/c/${id}${macros}`,
    landingClick: `${base}/go`,
    page: macros,
    script: `<script src="${base}/t.js" data-campaign="${id}" async></script>`,
    pixel: `${base}/p.gif?c=${id}${macros.replace('?', '&')}`,
    event: `${base}/e/${incomingKey}`,
    previousEvent: isPreviousGood
      ? { url: `${base}/e/${previousKey}`, until: previousUntil.toISOString() }
      : null,
    version,
  };
}
