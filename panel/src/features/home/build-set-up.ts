import type { CampaignSetUp } from '../../lib/api/api.ts';
import type { LinkDraft, DraftField } from './draft.ts';

/**
 * Builds the request that creates all records of the link. The request depends only on the draft, so that a retry after
 * a lost response sends the same request, even if the lists of existing records were reloaded.
 */
export function buildSetUp(draft: LinkDraft): CampaignSetUp {
  return {
    ...buildSource(draft),
    ...(draft.offer === '' ? buildOffer(draft) : { offerId: draft.offer }),
    ...(draft.destination === 'landing' ? { landing: { url: draft.landingUrl } } : {}),
  };
}

function buildSource({ source, own, sourceName, sourceParam, sourceMacro }: LinkDraft): CampaignSetUp {
  const [kind, id = ''] = source.split(':');
  if (kind === 'source') return { trafficSourceId: id };
  if (kind === 'template') return { sourceTemplate: { id, values: own } };
  return { trafficSource: { name: sourceName, clickIdParam: sourceParam, clickIdMacro: sourceMacro } };
}

function buildOffer(draft: LinkDraft): CampaignSetUp {
  const payout = draft.payout.trim();
  return {
    offer: {
      url: writeOfferUrl(draft),
      payout: payout === '' ? { mode: 'auto' } : { mode: 'fixed', amount: Number(payout) },
    },
    ...buildNetwork(draft),
  };
}

function buildNetwork({ networkId, network }: LinkDraft): CampaignSetUp {
  if (networkId !== '') return { affiliateNetworkId: networkId };
  return network.trim() === '' ? {} : { affiliateNetwork: { name: network } };
}

const fields: Partial<Record<string, DraftField>> = {
  trafficSourceId: 'source',
  'sourceTemplate.id': 'source',
  'trafficSource.name': 'sourceName',
  'trafficSource.clickIdParam': 'sourceParam',
  'trafficSource.clickIdMacro': 'sourceMacro',
  offerId: 'offer',
  'offer.url': 'offerUrl',
  'offer.payout.amount': 'payout',
  affiliateNetworkId: 'network',
  'affiliateNetwork.name': 'network',
  'landing.url': 'landingUrl',
};

/**
 * Returns the form field for a field of the request. Errors in other fields of a template are shown at the account
 * values, the only part of a template that the user types.
 */
export function fieldOf(path: string): DraftField | undefined {
  return fields[path] ?? (path.startsWith('sourceTemplate.') ? 'own' : undefined);
}

/** Adds the click ID to the offer URL as the network's parameter, before any fragment. */
export function writeOfferUrl({ offerUrl, clickParam }: Pick<LinkDraft, 'offerUrl' | 'clickParam'>): string {
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
