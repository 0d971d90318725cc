import type { CostMode } from '@waypost/contract/campaigns.ts';
import fc from 'fast-check';
import type { EventTerms } from '../../domain/goals/index.ts';
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

/** How a workspace knows its visitors, and what its three campaigns charge and pay. */
export const pipelineSettings = fc.record({
  visitors: fc.constantFrom('cookie', 'cookie', 'cookieless'),
  campaigns: fc.array(pipelineCampaign, { minLength: 3, maxLength: 3 }),
});
export type PipelineSettings = { visitors: string; campaigns: readonly CampaignSetting[] };

type Offer = { id: string; networkId: string | null };

/** A campaign as people set it up; `version`, `cost` and `isPaused` follow what happens to it later. */
export type PipelineCampaign = {
  id: string;
  sourceId: string;
  rotatorId: string;
  version: number;
  isPaused: boolean;
  includesPrefetch: boolean;
  cost: { mode: CostMode; amount: number };
  /** The parameters that fill the tokens, in their order. */
  tokenParams: readonly string[];
  /** By the paths of their URLs. */
  landings: ReadonlyMap<string, string>;
  offers: ReadonlyMap<string, Offer>;
  /** Whose page has the script: there is one path, with one landing and one offer. */
  direct: { page: string; pathId: string } | null;
  eventPath: string;
  /** How events are read: of visits with the network's offer, and of all others. */
  terms: EventTerms;
  plainTerms: EventTerms;
  networkCurrency: MoneySetting['currency'];
};

const offerUrl = (name: string) =>
  `https://offers.example/${name}?sub={clickid}&path={pathid}&landing={landingid}`;
const landingUrl = (name: string) =>
  `https://pages.example/${name}?cid={clickid}&path={pathid}&offer={offerid}`;
const fallbackUrl = 'https://fallback.example/?cid={clickid}&path={pathid}';
const usualTokens = Array.from({ length: 15 }, (_, at) => `token${at + 1}`);
const ownTokens = usualTokens.map((_, at) => `sub ${at}`);

/** One with landings and a rule, one without landings that counts prefetches, and one with a script on its page. */
export async function setUpPipelineCampaigns(
  context: WorkspaceContext,
  { visitors, campaigns: settings }: PipelineSettings,
): Promise<PipelineCampaign[]> {
  const retention = { visitDays: 3_650, eventDays: 3_650, postbackDays: 90 };
  await updateWorkspaceSettings(context, { fallbackUrl, retention, visitors });
  const campaigns: PipelineCampaign[] = [];
  for (const [at, setting] of settings.entries())
    campaigns.push(await setUpCampaign(context, setting, shapes[at] ?? 'landings'));
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
    shape === 'prefetch' ? ownTokens.map((param, at) => ({ index: at + 1, param, name: param })) : [];
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
    tokenParams: shape === 'prefetch' ? ownTokens : usualTokens,
    landings,
    offers,
    direct: shape === 'direct' ? { page: 'https://pages.example/one', pathId } : null,
    eventPath: event.slice(event.indexOf('/e/')),
    terms,
    plainTerms: { ...terms, network: null, offerPayout: null, duplicatePolicy: 'ignore' },
    networkCurrency: money.currency,
  };
}

/** Visitors of one country get a path of their own: without landings, or with nothing at all. Gives the default path. */
async function saveRouting(
  context: WorkspaceContext,
  rotatorId: string,
  given: { shape: Shape; landings: PipelineCampaign['landings']; offers: PipelineCampaign['offers'] },
): Promise<string> {
  const { version, defaultPathId } = await getRotatorRules(context, rotatorId);
  const landings = [...given.landings.values()].map((landingId) => ({ landingId }));
  const offers = [...given.offers.values()].map(({ id }) => ({ offerId: id }));
  const isLanding = given.shape === 'landings';
  const special = { id: 'new-special', name: 'Special', offers: isLanding ? offers : [] };
  const conditions = { field: 'country', op: 'is', values: [isLanding ? 'FR' : 'DE'] };
  const hasRule = given.shape !== 'direct';
  await saveRotatorRules(context, rotatorId, {
    version,
    defaultPathId,
    rules: hasRule ? [{ name: 'Country', conditions, paths: [{ pathId: special.id }] }] : [],
    paths: [{ id: defaultPathId, name: 'Default', landings, offers }, ...(hasRule ? [special] : [])],
  });
  return defaultPathId;
}
