import { cookieOf, type EdgeAnswer } from '../edge/edge-server.ts';
import { toModelUnits } from '../models/conversion-model.ts';
import type {
  PipelineClickAction,
  PipelineClient,
  PipelineLink,
  PipelineVisitAction,
} from './pipeline-actions.ts';
import type { PipelineCampaign } from './pipeline-campaigns.ts';
import {
  pipelineAgents,
  pipelineBids,
  pipelineDeviceNames,
  pipelineLanguages,
  pipelinePlaces,
  pipelinePurposes,
  pipelineReferrers,
  pipelineTags,
  pipelineTokens,
} from './pipeline-visitors.ts';

/** By the ids of dimensions. */
export type PipelineValues = Record<string, string | number | null>;

export function pick<Item>(list: readonly Item[], index: number): Item {
  const item = list[index];
  if (item === undefined) throw new Error(`there is no ${index}`);
  return item;
}

/** As the browser sends it; `cookie` is what it keeps for us. */
export function describeRequest(
  client: PipelineClient,
  cookie = '',
): { method: string; headers: Record<string, string> } {
  const { method, headers } = pick(pipelinePurposes, client.purpose);
  const [referer] = pick(pipelineReferrers, client.referrer);
  return {
    method,
    headers: {
      'user-agent': pick(pipelineAgents, client.agent).agent,
      'x-forwarded-for': pick(pipelinePlaces, client.place)[0],
      'accept-language': pick(pipelineLanguages, client.language)[0],
      ...headers,
      ...(referer === '' ? {} : { referer }),
      ...(cookie === '' ? {} : { cookie: `other=1; wpv=${cookie}` }),
    },
  };
}

/** Whether it is a program, and whether a browser may only look ahead. */
export function kindOf({ agent, purpose }: PipelineClient) {
  const { method } = pick(pipelinePurposes, purpose);
  return { isBot: pick(pipelineAgents, agent).isBot, isAhead: purpose > 0, isHead: method === 'HEAD' };
}

export function keptCookie(answer: EdgeAnswer): string {
  return cookieOf(answer).replace('wpv=', '');
}

/** The parameters of a link as the source writes them. */
export function writeLink({ tokenParams }: PipelineCampaign, { tokens, tags, bid }: PipelineLink): string {
  const pairs = tokens.map(
    (token, index) => `${encodeURIComponent(pick(tokenParams, index))}=${pick(pipelineTokens, token)[0]}`,
  );
  const tag = tags.map((index) => pick(pipelineTags, index)[0]).join(',');
  return [...pairs, `tag=${encodeURIComponent(tag)}`, `bid=${pick(pipelineBids, bid)[0]}`].join('&');
}

export function tagsOf(tags: readonly number[]): string[] {
  const kept = tags.map((index) => pick(pipelineTags, index)[1]).filter((tag) => tag !== null);
  return [...new Set(kept)];
}

/** What is true of whoever sends it, and of the campaign as it is now. */
export function valuesOf(
  campaign: PipelineCampaign,
  client: PipelineClient,
  { tokens }: PipelineLink,
): PipelineValues {
  const { device } = pick(pipelineAgents, client.agent);
  return {
    campaign: campaign.id,
    trafficSource: campaign.sourceId,
    rotator: campaign.rotatorId,
    configVersion: campaign.version,
    ...pick(pipelinePlaces, client.place)[1],
    ...Object.fromEntries(pipelineDeviceNames.map((name, index) => [name, device[index] ?? null])),
    language: pick(pipelineLanguages, client.language)[1],
    referrerDomain: pick(pipelineReferrers, client.referrer)[1],
    ...Object.fromEntries(
      tokens.map((token, index) => [`token${index + 1}`, pick(pipelineTokens, token)[1]]),
    ),
  };
}

/** In units of the twelfth decimal. */
export function visitCost({ cost }: PipelineCampaign, isUnique: boolean, { bid }: PipelineLink): bigint {
  const amount = toModelUnits(cost.amount.toFixed(6));
  if (cost.mode === 'cpv') return amount;
  if (cost.mode === 'cpuv') return isUnique ? amount : 0n;
  if (cost.mode === 'cpm') return amount / 1_000n;
  return cost.mode === 'auto' ? pick(pipelineBids, bid)[1] : 0n;
}

export const nothingChosen: PipelineValues = {
  path: null,
  landing: null,
  offer: null,
  affiliateNetwork: null,
};

/** What was chosen, as the URL says that a visitor was sent to. */
export function readDestination(
  campaign: PipelineCampaign,
  { status, location, body }: EdgeAnswer,
): { chosen: PipelineValues; clickId: string } {
  if (status !== 302) throw new Error(`nobody was sent on, but answered with ${status}: ${body}`);
  const { host, pathname, searchParams } = new URL(location);
  const said = (name: string) => searchParams.get(name) || null;
  const landing = host === 'pages.example' ? campaign.landings.get(pathname) : said('landing');
  const offers = [...campaign.offers.values()];
  const offer =
    host === 'offers.example' ? campaign.offers.get(pathname) : offers.find(({ id }) => id === said('offer'));
  if (landing === undefined || (host === 'offers.example' && offer === undefined))
    throw new Error(`nobody knows ${location}`);
  return {
    chosen: {
      path: said('path'),
      landing,
      offer: offer?.id ?? null,
      affiliateNetwork: offer?.networkId ?? null,
    },
    clickId: said('cid') ?? said('sub') ?? '',
  };
}

/** Scripts send what they have to say in one way only. */
export function chooseClient(
  { client, place }: PipelineVisitAction,
  campaign: PipelineCampaign,
): PipelineClient {
  const isScript = campaign.direct !== null && place !== 'pixel';
  return isScript && kindOf(client).isHead ? { ...client, purpose: 1 } : client;
}

export function linkPath({ linkNumber }: PipelineClickAction): string {
  return linkNumber === 1 ? '/go' : `/go/${linkNumber}`;
}
