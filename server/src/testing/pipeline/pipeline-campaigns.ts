import type { CostMode } from '@waypost/contract/campaigns/campaigns.ts';
import fc from 'fast-check';
import type { EventTerms } from '../../domain/conversions/index.ts';
import { getCampaignLinks } from '../../services/campaigns/campaign-links.ts';
import { updateCampaign } from '../../services/campaigns/update-campaign.ts';
import type { WorkspaceContext } from '../../services/context.ts';
import { createLanding } from '../../services/landings/landings.ts';
import { createOffer } from '../../services/offers/create-offer.ts';
import { getRotatorRules } from '../../services/rotators/rotator-rules.ts';
import { saveRotatorRules } from '../../services/rotators/save-rotator-rules.ts';
import { addTrafficSource } from '../../services/traffic-sources/create-traffic-source.ts';
import { updateWorkspaceSettings } from '../../services/workspaces/workspace-settings.ts';
import { moneySetting, setUpMoney, type MoneySetting } from '../models/money-history.ts';
import { makeCampaign } from '../workspaces/factories.ts';

const costAmount = fc.constantFrom(0.01, 0.123456, 1.5, 0.000001, 0);
const pipelineCost = fc.record({
  mode: fc.constantFrom<CostMode>('cpv', 'cpuv', 'cpm', 'auto', 'cpa', 'none'),
  amount: costAmount,
});
const pipelineCampaign = fc.record({
  money: moneySetting,
  visitCost: fc.option(pipelineCost, { freq: 5 }),
});
type CampaignSetting = { money: MoneySetting; visitCost: { mode: CostMode; amount: number } | null };

export const pipelineSettings = fc.record({
  visitors: fc.constantFrom('cookie', 'cookie', 'cookieless'),
  campaigns: fc.array(pipelineCampaign, { minLength: 3, maxLength: 3 }),
});
export type PipelineSettings = { visitors: string; campaigns: readonly CampaignSetting[] };

type Offer = { id: string; networkId: string | null };

/** A campaign and its state; actions change `version`, `cost` and `isPaused`. */
export type PipelineCampaign = {
  id: string;
  sourceId: string;
  rotatorId: string;
  version: number;
  isPaused: boolean;
  includesPrefetch: boolean;
  cost: { mode: CostMode; amount: number };
  tokenParams: readonly string[];
  landings: ReadonlyMap<string, string>;
  offers: ReadonlyMap<string, Offer>;
  /** Set for a campaign that uses the tracking script. Such a campaign has one path, one landing page and one offer. */
  direct: { page: string; pathId: string } | null;
  eventPath: string;
  /** Terms for visits with an offer from the affiliate network. All other visits use `termsWithoutNetwork`. */
  terms: EventTerms;
  termsWithoutNetwork: EventTerms;
  networkCurrency: MoneySetting['currency'];
};

const offerUrl = (name: string) =>
  `https://offers.example/${name}?sub={clickid}&path={pathid}&landing={landingid}`;
const landingUrl = (name: string) =>
  `https://pages.example/${name}?cid={clickid}&path={pathid}&offer={offerid}`;
const fallbackUrl = 'https://fallback.example/?cid={clickid}&path={pathid}';
const defaultTokens = Array.from({ length: 15 }, (_, index) => `token${index + 1}`);
const customTokens = defaultTokens.map((_, index) => `sub ${index}`);

/**
 * Creates three campaigns: one with landing pages and a rule, one that counts prefetches, and one that uses the
 * tracking script.
 */
export async function setUpPipelineCampaigns(
  context: WorkspaceContext,
  { visitors, campaigns: settings }: PipelineSettings,
): Promise<PipelineCampaign[]> {
  const retention = { visitDays: 3_650, eventDays: 3_650, postbackDays: 90 };
  await updateWorkspaceSettings(context, { fallbackUrl, retention, visitors });
  const campaigns: PipelineCampaign[] = [];
  for (const [index, setting] of settings.entries())
    campaigns.push(await setUpCampaign(context, setting, shapes[index] ?? 'landings'));
  return campaigns;
}

const shapes = ['landings', 'prefetch', 'direct'] as const;
type Shape = (typeof shapes)[number];

async function setUpCampaign(
  context: WorkspaceContext,
  { money, visitCost }: CampaignSetting,
  shape: Shape,
): Promise<PipelineCampaign> {
  const tokens =
    shape === 'prefetch'
      ? customTokens.map((param, index) => ({ index: index + 1, param, name: param }))
      : [];
  const source = await addTrafficSource(context, { name: 'Source', costParam: 'bid', tokens });
  const campaign = await makeCampaign(context, { trafficSourceId: source.id });
  const cost = visitCost ?? money.cost;
  const { terms, cells } = await setUpMoney({ context, campaign }, { ...money, cost }, offerUrl('network'));
  const own = await createOffer(context, { name: 'Own', url: offerUrl('own') });
  const network = { id: cells['offer_id'] ?? '', networkId: cells['affiliate_network_id'] ?? '' };
  const landings = new Map<string, string>();
  for (const name of shape === 'landings' ? ['one', 'two'] : shape === 'direct' ? ['one'] : [])
    landings.set(`/${name}`, (await createLanding(context, { name, url: landingUrl(name) })).id);
  const offers = new Map<string, Offer>([['/network', network]]);
  if (shape !== 'direct') offers.set('/own', { id: own.id, networkId: null });
  const pathId = await saveRouting(context, campaign.rotatorId, { shape, landings, offers });
  const method = shape === 'direct' ? 'direct' : 'redirect';
  const includesPrefetch = shape === 'prefetch';
  await updateCampaign(context, campaign.id, { tracking: { method, includePrefetch: includesPrefetch } });
  const { event } = await getCampaignLinks(context, campaign.id);
  return {
    id: campaign.id,
    sourceId: source.id,
    rotatorId: campaign.rotatorId,
    version: 0,
    isPaused: false,
    includesPrefetch,
    cost,
    tokenParams: shape === 'prefetch' ? customTokens : defaultTokens,
    landings,
    offers,
    direct: shape === 'direct' ? { page: 'https://pages.example/one', pathId } : null,
    eventPath: event.slice(event.indexOf('/e/')),
    terms,
    termsWithoutNetwork: { ...terms, network: null, offerPayout: null, duplicatePolicy: 'ignore' },
    networkCurrency: money.currency,
  };
}

/**
 * Routes visitors from one country to a separate path without landing pages or without any destination. Returns the
 * default path.
 */
async function saveRouting(
  context: WorkspaceContext,
  rotatorId: string,
  setup: { shape: Shape; landings: PipelineCampaign['landings']; offers: PipelineCampaign['offers'] },
): Promise<string> {
  const { version, defaultPathId } = await getRotatorRules(context, rotatorId);
  const landings = [...setup.landings.values()].map((landingId) => ({ landingId }));
  const offers = [...setup.offers.values()].map(({ id }) => ({ offerId: id }));
  const isLanding = setup.shape === 'landings';
  const special = { id: 'new-special', name: 'Special', offers: isLanding ? offers : [] };
  const conditions = { field: 'country', op: 'is', values: [isLanding ? 'FR' : 'DE'] };
  const hasRule = setup.shape !== 'direct';
  await saveRotatorRules(context, rotatorId, {
    version,
    defaultPathId,
    rules: hasRule ? [{ name: 'Country', conditions, paths: [{ pathId: special.id }] }] : [],
    paths: [{ id: defaultPathId, name: 'Default', landings, offers }, ...(hasRule ? [special] : [])],
  });
  return defaultPathId;
}
