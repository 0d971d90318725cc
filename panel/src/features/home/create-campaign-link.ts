import { fillRotator } from '../../lib/fill-rotator.ts';
import { defaultCostMode } from '@waypost/contract/campaigns.ts';
import { buildSourceOfTemplate } from '@waypost/contract/source-templates.ts';
import type { SourceTemplate, WaypostPanelClient } from '../../lib/api.ts';
import { digest, keyFor } from '../../lib/request-keys.ts';
import { steps, type Draft, type CreatedRecord, type Step } from './draft.ts';

export class StepError extends Error {
  readonly step: Step | 'campaign';

  constructor(step: Step | 'campaign', cause: unknown) {
    super(`failed to create the ${step}`, { cause });
    this.step = step;
  }
}

type Progress = Pick<Draft, 'made' | 'keys'>;

type LinkContext = {
  api: WaypostPanelClient;
  template: SourceTemplate | undefined;
  /** ID of the existing affiliate network that has the name in the draft. */
  networkId: string | undefined;
  progress: Progress;
  keep: (progress: Progress) => void;
};

type Versioned = { id: string; version: number };
type Idempotency = { idempotencyKey: string };

/**
 * Creates all records that a link needs, one after another, and returns the ID of the new campaign. Records from a
 * failed attempt are reused if their input has not changed. No record is ever updated: even a record that was created
 * here may already serve a live campaign, for example a campaign that was finished in a copy of this tab.
 */
export async function createCampaignLink(draft: Draft, context: LinkContext): Promise<string> {
  const { api } = context;
  const affiliateNetworkId = await createNetwork(draft, context);
  const source = await createSource(draft, context);
  const offer = await createOffer(draft, context, affiliateNetworkId);
  const landingId = await createLanding(draft, context);
  const name = `${source.name} to ${offer.name}`.slice(0, 160);
  const rotatorId = await once('rotator', context, { name, offerId: offer.id, landingId }, async (key) => {
    const rotator = await api.createRotator({ name }, key);
    await fillRotator(api, rotator.id, { offerId: offer.id, landingId });
    return rotator;
  });
  const body = {
    name,
    trafficSourceId: source.id,
    destination: { mode: 'use_rotator', rotatorId },
    cost: { mode: defaultCostMode(source) },
  } as const;
  const { id } = await attempt('campaign', () =>
    api.createCampaign(body, keyOf(context, 'campaign', digest(JSON.stringify(body)))),
  );
  await archiveUnused(context, [affiliateNetworkId, source.id, offer.id, landingId, rotatorId]);
  return id;
}

async function createNetwork(draft: Draft, context: LinkContext): Promise<string | undefined> {
  const name = draft.network.trim();
  if (context.networkId !== undefined || name === '' || draft.offer !== '') return context.networkId;
  return await once('network', context, { name }, (key) => context.api.createAffiliateNetwork({ name }, key));
}

type Source = { id: string; name: string; costParam: string | null };

async function createSource(draft: Draft, context: LinkContext): Promise<Source> {
  const { api, template } = context;
  if (draft.source.startsWith('source:')) {
    const id = draft.source.slice('source:'.length);
    const { name, costParam } = await attempt('source', () => api.getTrafficSource(id));
    return { id, name, costParam };
  }
  const body =
    template === undefined
      ? { name: draft.sourceName, clickIdParam: draft.sourceParam, clickIdMacro: draft.sourceMacro }
      : buildSourceOfTemplate(template, draft.own);
  const id = await once('source', context, body, (key) => api.createTrafficSource(body, key));
  return { id, name: body.name.trim(), costParam: template?.costParam ?? null };
}

async function createOffer(
  draft: Draft,
  context: LinkContext,
  affiliateNetworkId: string | undefined,
): Promise<{ id: string; name: string }> {
  const { api } = context;
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
  const id = await once('offer', context, body, (key) => api.createOffer(body, key));
  return { id, name: body.name };
}

async function createLanding(draft: Draft, context: LinkContext): Promise<string | undefined> {
  if (draft.destination === 'offer') return undefined;
  const url = draft.landingUrl.trim();
  const body = { name: nameOf(url), url };
  return await once('landing', context, body, (key) => context.api.createLanding(body, key));
}

/** Creates a record, unless an earlier attempt created it from the same input. */
async function once(
  step: Step,
  context: LinkContext,
  input: object,
  create: (key: Idempotency) => Promise<Versioned>,
): Promise<string> {
  const { progress, keep } = context;
  const of = digest(JSON.stringify(input));
  const known = progress.made.find((record) => record.step === step && record.of === of);
  if (known !== undefined) return known.id;
  const { id, version } = await attempt(step, () => create(keyOf(context, step, of)));
  progress.made = [...progress.made, { step, id, version, of }];
  keep(progress);
  return id;
}

/**
 * Returns the same idempotency key for the same input, so that a retry after a lost response does not create a record
 * twice.
 */
function keyOf({ progress, keep }: LinkContext, step: Step | 'campaign', of: string): Idempotency {
  progress.keys = { ...progress.keys };
  const idempotencyKey = keyFor(progress.keys, `${step} ${of}`);
  keep(progress);
  return { idempotencyKey };
}

/**
 * Archives records that failed attempts left behind, each before the records that it uses. A record that is in use or
 * was changed is not archived, because the server refuses to archive it.
 */
async function archiveUnused(
  { api, progress: { made } }: LinkContext,
  used: readonly (string | undefined)[],
): Promise<void> {
  const archive: Record<Step, (record: CreatedRecord) => Promise<unknown>> = {
    network: ({ id, version }) => api.archiveAffiliateNetwork(id, { version }),
    source: ({ id, version }) => api.archiveTrafficSource(id, { version }),
    offer: ({ id, version }) => api.archiveOffer(id, { version }),
    landing: ({ id, version }) => api.archiveLanding(id, { version }),
    // The current version is loaded, because saving the rules created a new version.
    rotator: async ({ id }) => api.archiveRotator(id, { version: (await api.getRotator(id)).version }),
  };
  const unused = made.filter(({ id }) => !used.includes(id));
  for (const step of steps.toReversed())
    for (const record of unused.filter((one) => one.step === step))
      await archive[step](record).catch(() => undefined);
}

async function attempt<Result>(step: Step | 'campaign', work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw new StepError(step, error);
  }
}

/** Adds the click ID to the offer URL in the network's parameter, before any fragment. */
export function writeOfferUrl({ offerUrl, clickParam }: Pick<Draft, 'offerUrl' | 'clickParam'>): string {
  const [url = '', ...fragment] = offerUrl.trim().split('#');
  const param = clickParam.trim();
  if (param === '' || hasClickId(offerUrl)) return offerUrl.trim();
  const separator = !url.includes('?') ? '?' : /[?&]$/.test(url) ? '' : '&';
  return [`${url}${separator}${encodeURIComponent(param)}={clickid}`, ...fragment].join('#');
}

/** Returns true if the URL contains a click ID macro. Macro names ignore case and underscores. */
export function hasClickId(url: string): boolean {
  return /\{(?:click_?id|cid|sub_?id)(?::raw)?\}/i.test(url);
}

function nameOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : url;
}
