import type { CampaignDocument, Weighted } from '../../domain/publishing/campaign-document.ts';
import { newId } from '../../platform/ids.ts';

export function buildPool<Item>(items: (Item & { weight: number })[]): Weighted<Item> {
  return { total: items.reduce((sum, { weight }) => sum + weight, 0), items };
}

let campaigns = 0;

/** Builds a published campaign with one landing page and one offer on its default path, with the given overrides. */
export function makeCampaignDocument(change: Partial<CampaignDocument> = {}): CampaignDocument {
  campaigns += 1;
  const [landingId, offerId, pathId] = [newId(), newId(), newId()];
  return {
    format: 1,
    workspaceId: newId(),
    timezone: 'UTC',
    currency: 'USD',
    addressPrivacy: 'full',
    visitors: 'cookie',
    maxCostPerVisit: '100',
    retention: { visitDays: 365, eventDays: 365, postbackDays: 90 },
    campaign: {
      id: newId(),
      number: campaigns,
      name: 'Campaign',
      status: 'active',
      country: null,
      cost: { mode: 'none', amount: '0' },
      method: 'redirect',
      includePrefetch: false,
      passParameters: false,
      fallbackUrl: null,
      host: null,
    },
    source: { id: newId(), name: 'Source', clickIdParam: null, costParam: null, costRate: '1', tokens: [] },
    rotator: { id: newId(), name: 'Rotator', version: 1, sticky: false, defaultPathId: pathId },
    rules: [],
    paths: [
      {
        id: pathId,
        name: 'Default',
        landings: buildPool([{ landingId, weight: 1 }]),
        offers: buildPool([{ offerId, weight: 1 }]),
      },
    ],
    landings: [{ id: landingId, name: 'Page', url: 'https://page.example/lp?cid={clickid}' }],
    offers: [makeOffer(offerId)],
    ...change,
  };
}

function makeOffer(id: string): CampaignDocument['offers'][number] {
  return {
    id,
    name: 'Offer',
    url: 'https://offer.example/buy?sub={clickid}',
    affiliateNetworkId: null,
    clickIdParam: null,
    payout: null,
    cap: null,
    shortName: null,
  };
}
