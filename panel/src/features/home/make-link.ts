import { fillRotator } from '../../lib/fill-rotator.ts';
import { buildSourceOfTemplate } from '@waypost/contract/source-templates.ts';
import type { SourceTemplate, WaypostPanelClient } from '../../lib/api.ts';
import { digest } from '../../lib/keyed-fetch.ts';
import type { Draft, Made, MadeRecord } from './draft.ts';

type Step = keyof Made;

/** What went wrong, and with which part of the link. */
export class StepError extends Error {
  readonly step: Step;

  constructor(step: Step, cause: unknown) {
    super(`the ${step} was not made`, { cause });
    this.step = step;
  }
}

type Workshop = {
  api: WaypostPanelClient;
  template: SourceTemplate | undefined;
  /** An affiliate network of this name that there is already. */
  networkId: string | undefined;
  made: Made;
  keep: (made: Made) => void;
};

type Versioned = { id: string; version: number };

/**
 * Makes everything that a link needs, one after the other, and comes back with the campaign. What an earlier try has
 * made is used, and changed where the wishes are others by now: after a failure nothing is there twice.
 */
export async function makeLink(draft: Draft, workshop: Workshop): Promise<string> {
  const { api } = workshop;
  const affiliateNetworkId = await makeNetwork(draft, workshop);
  const source = await makeSource(draft, workshop);
  const offer = await makeOffer(draft, workshop, affiliateNetworkId);
  const landingId = await makeLanding(draft, workshop);
  const name = `${source.name} to ${offer.name}`.slice(0, 160);
  const rotatorId = await once(
    'rotator',
    workshop,
    { name },
    {
      create: (body) => api.createRotator(body),
      // Its rules are versions of it, too.
      change: async (id, body) =>
        await api.updateRotator(id, { ...body, version: (await api.getRotator(id)).version }),
    },
  );
  await attempt('rotator', () => fillRotator(api, rotatorId, { offerId: offer.id, landingId }));
  const destination = { mode: 'use_rotator' as const, rotatorId };
  return await once(
    'campaign',
    workshop,
    { name, trafficSourceId: source.id, destination },
    {
      create: (body) => api.createCampaign(body),
      change: (id, body) => api.updateCampaign(id, body),
    },
  );
}

async function makeNetwork(draft: Draft, workshop: Workshop): Promise<string | undefined> {
  const name = draft.network.trim();
  if (workshop.networkId !== undefined || name === '' || draft.offer !== '') return workshop.networkId;
  return await once(
    'network',
    workshop,
    { name },
    {
      create: (body) => workshop.api.createAffiliateNetwork(body),
      change: (id, body) => workshop.api.updateAffiliateNetwork(id, body),
    },
  );
}

async function makeSource(draft: Draft, workshop: Workshop): Promise<{ id: string; name: string }> {
  const { api, template } = workshop;
  if (draft.source.startsWith('source:')) {
    const id = draft.source.slice('source:'.length);
    return { id, name: (await attempt('source', () => api.getTrafficSource(id))).name };
  }
  const body =
    template === undefined
      ? { name: draft.sourceName, clickIdParam: draft.sourceParam, clickIdMacro: draft.sourceMacro }
      : buildSourceOfTemplate(template, draft.own);
  const id = await once('source', workshop, body, {
    create: (source) => api.createTrafficSource(source),
    change: (made, source) => api.updateTrafficSource(made, source),
  });
  return { id, name: body.name.trim() };
}

async function makeOffer(
  draft: Draft,
  workshop: Workshop,
  affiliateNetworkId: string | undefined,
): Promise<{ id: string; name: string }> {
  const { api } = workshop;
  if (draft.offer !== '')
    return { id: draft.offer, name: (await attempt('offer', () => api.getOffer(draft.offer))).name };
  const url = writeOfferUrl(draft);
  const payout = draft.payout.trim();
  const body = {
    name: nameOf(url),
    url,
    affiliateNetworkId: affiliateNetworkId ?? null,
    payout:
      payout === '' ? ({ mode: 'auto' } as const) : ({ mode: 'fixed', amount: Number(payout) } as const),
  };
  const id = await once('offer', workshop, body, {
    create: (offer) => api.createOffer(offer),
    change: (made, offer) => api.updateOffer(made, offer),
  });
  return { id, name: body.name };
}

async function makeLanding(draft: Draft, workshop: Workshop): Promise<string | undefined> {
  if (draft.destination === 'offer') return undefined;
  const url = draft.landingUrl.trim();
  return await once(
    'landing',
    workshop,
    { name: nameOf(url), url },
    {
      create: (body) => workshop.api.createLanding(body),
      change: (id, body) => workshop.api.updateLanding(id, body),
    },
  );
}

type Verbs<Body> = {
  create: (body: Body) => Promise<Versioned>;
  change: (id: string, body: Body & { version: number }) => Promise<Versioned>;
};

/** Makes a record unless it is there, and changes it where it was made of something else. */
async function once<Body extends object>(
  step: Step,
  { made, keep }: Workshop,
  body: Body,
  { create, change }: Verbs<Body>,
): Promise<string> {
  const of = digest(JSON.stringify(body));
  const before = made[step];
  if (before?.of === of) return before.id;
  const { id, version } = await attempt(step, () =>
    before === undefined ? create(body) : change(before.id, { ...body, version: before.version }),
  );
  const record: MadeRecord = { id, version, of };
  made[step] = record;
  keep(made);
  return id;
}

async function attempt<Result>(step: Step, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw new StepError(step, error);
  }
}

/** With the click id in the parameter that the network takes it in, before any fragment. */
export function writeOfferUrl({ offerUrl, clickParam }: Pick<Draft, 'offerUrl' | 'clickParam'>): string {
  const [url = '', ...fragment] = offerUrl.trim().split('#');
  const param = clickParam.trim();
  if (param === '' || hasClickId(offerUrl)) return offerUrl.trim();
  const separator = !url.includes('?') ? '?' : /[?&]$/.test(url) ? '' : '&';
  return [`${url}${separator}${encodeURIComponent(param)}={clickid}`, ...fragment].join('#');
}

/** Case and underscores do not count in names of macros. */
export function hasClickId(url: string): boolean {
  return /\{(?:click_?id|cid|sub_?id)(?::raw)?\}/i.test(url);
}

/** What a page is called until somebody finds a better name. */
function nameOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : url;
}
