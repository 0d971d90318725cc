import type { Warning } from '@waypost/contract/campaigns/warnings.ts';
import {
  costWarnings,
  workspaceWarnings,
  goalWarnings,
  landingWarnings,
  offerWarnings,
  settingsWarnings,
  missingPostbackWarnings,
  sourceWarnings,
} from '../../domain/warnings/record-warnings.ts';
import { findWorkspaceSettings } from '../../store/accounts/workspace-settings.ts';
import type { Executor } from '../../store/database/database.ts';
import {
  listCampaignUrls,
  listLandingUrls,
  listOfferUrls,
  listSourceMacros,
  type CampaignUrls,
} from '../../store/records/macro-urls.ts';

type Find = (executor: Executor, workspaceId: string, id: string) => Promise<Warning[]>;

const finders = {
  landing: async (...of) => (await listLandingUrls(...of)).flatMap(landingWarnings),
  offer: async (...of) => (await listOfferUrls(...of)).flatMap((offer) => offerWarnings(offer, offer)),
  'traffic-source': async (...of) => (await listSourceMacros(...of)).flatMap(sourceWarnings),
  campaign: async (...of) => (await listCampaignUrls(...of)).flatMap(campaignWarnings),
  // Settings and goal rules are saved separately, so they have separate warnings.
  'campaign-settings': async (...of) =>
    (await listCampaignUrls(...of)).flatMap((campaign) => settingsWarnings(campaign, campaign)),
  'campaign-goals': async (...of) => (await listCampaignUrls(...of)).flatMap(rulesWarnings),
  workspace: async (executor, workspaceId) => {
    const settings = await findWorkspaceSettings(executor, workspaceId);
    return settings === undefined ? [] : workspaceWarnings(settings);
  },
} satisfies Record<string, Find>;

export type WarnedSubject = keyof typeof finders;

export async function findWarnings(
  executor: Executor,
  workspaceId: string,
  { type, id }: { type: WarnedSubject; id: string },
): Promise<Warning[]> {
  return await finders[type](executor, workspaceId, id);
}

export function campaignWarnings(campaign: CampaignUrls): Warning[] {
  return [
    ...costWarnings(campaign.costMode, campaign.costParam),
    ...settingsWarnings(campaign, campaign),
    ...rulesWarnings(campaign),
  ];
}

function rulesWarnings(campaign: CampaignUrls): Warning[] {
  const { rules, postbackUrl: campaignUrl, source } = campaign;
  return [...goalWarnings(rules, campaign), ...missingPostbackWarnings({ rules, campaignUrl, source })];
}
