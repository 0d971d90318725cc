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
  pipelineLocations,
  pipelinePurposes,
  pipelineReferrers,
  pipelineTags,
  pipelineTokens,
} from './pipeline-visitors.ts';

export type PipelineValues = Record<string, string | number | null>;

export function pick<Item>(list: readonly Item[], index: number): Item {
  const item = list[index];
  if (item === undefined) throw new Error(`index ${index} is out of range`);
  return item;
}

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
      'x-forwarded-for': pick(pipelineLocations, client.location)[0],
      'accept-language': pick(pipelineLanguages, client.language)[0],
      ...headers,
      ...(referer === '' ? {} : { referer }),
      ...(cookie === '' ? {} : { cookie: `other=1; wpv=${cookie}` }),
    },
  };
}

export function kindOf({ agent, purpose }: PipelineClient) {
  const { method } = pick(pipelinePurposes, purpose);
  return { isBot: pick(pipelineAgents, agent).isBot, isPrefetch: purpose > 0, isHead: method === 'HEAD' };
}

export function keptCookie(answer: EdgeAnswer): string {
  return cookieOf(answer).replace('wpv=', '');
}

export function writeLink({ tokenParams }: PipelineCampaign, { tokens, tags, bid }: PipelineLink): string {
  const pairs = tokens.map(
    (token, index) => `${encodeURIComponent(pick(tokenParams, index))}=${pick(pipelineTokens, token)[0]}`,
  );
  const tag = tags.map((index) => pick(pipelineTags, index)[0]).join(',');
  return [...pairs, `tag=${encodeURIComponent(tag)}`, `bid=${pick(pipelineBids, bid)[0]}`].join('&');
}

export function tagsOf(tags: readonly number[]): string[] {
  const values = tags.map((index) => pick(pipelineTags, index)[1]).filter((tag) => tag !== null);
  return [...new Set(values)];
}

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
    ...pick(pipelineLocations, client.location)[1],
    ...Object.fromEntries(pipelineDeviceNames.map((name, index) => [name, device[index] ?? null])),
    language: pick(pipelineLanguages, client.language)[1],
    referrerDomain: pick(pipelineReferrers, client.referrer)[1],
    ...Object.fromEntries(
      tokens.map((token, index) => [`token${index + 1}`, pick(pipelineTokens, token)[1]]),
    ),
  };
}

/** Returns the cost in units of 10^-12. */
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

export function readDestination(
  campaign: PipelineCampaign,
  { status, location, body }: EdgeAnswer,
): { chosen: PipelineValues; clickId: string } {
  if (status !== 302) throw new Error(`expected a redirect, got ${status}: ${body}`);
  const { host, pathname, searchParams } = new URL(location);
  const param = (name: string) => searchParams.get(name) || null;
  const landing = host === 'pages.example' ? campaign.landings.get(pathname) : param('landing');
  const offers = [...campaign.offers.values()];
  const offer =
    host === 'offers.example'
      ? campaign.offers.get(pathname)
      : offers.find(({ id }) => id === param('offer'));
  if (landing === undefined || (host === 'offers.example' && offer === undefined))
    throw new Error(`unknown destination ${location}`);
  return {
    chosen: {
      path: param('path'),
      landing,
      offer: offer?.id ?? null,
      affiliateNetwork: offer?.networkId ?? null,
    },
    clickId: param('cid') ?? param('sub') ?? '',
  };
}

/**
 * Returns the client for a visit. Replaces a HEAD request if the tracking script sends the visit, because the script
 * never sends HEAD requests.
 */
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
