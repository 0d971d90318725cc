import { describe, expect, it } from 'vitest';
import { campaignSetUp } from '@waypost/contract/campaigns/campaign-set-up.ts';
import { buildSetUp, fieldOf, writeOfferUrl } from './build-set-up.ts';
import { checkDraft } from './check-draft.ts';
import { createDraftStore, emptyDraft, type LinkDraft } from './draft.ts';

const draft: LinkDraft = {
  ...emptyDraft,
  source: 'other',
  sourceName: 'Push',
  offerUrl: 'https://offers.example/?aff=7',
  clickParam: 'subid',
  payout: '12.5',
  network: 'Good',
  destination: 'landing',
  landingUrl: 'https://landing.example/',
};

describe('buildSetUp', () => {
  const id = '00000000-0000-7000-8000-000000000001';
  const offer = {
    url: 'https://offers.example/?aff=7&subid={clickid}',
    payout: { mode: 'fixed', amount: 12.5 },
  };
  const affiliateNetwork = { name: 'Good' };
  const trafficSource = { name: 'Push', clickIdParam: '', clickIdMacro: '' };
  const landing = { url: 'https://landing.example/' };

  it.each<[string, Partial<LinkDraft>, object]>([
    ['new records', {}, { trafficSource, affiliateNetwork, offer, landing }],
    [
      'an existing source',
      { source: `source:${id}` },
      { trafficSourceId: id, affiliateNetwork, offer, landing },
    ],
    [
      'a template with account values',
      { source: 'template:push', own: { 'YOUR-ID': '7' } },
      { sourceTemplate: { id: 'push', values: { 'YOUR-ID': '7' } }, affiliateNetwork, offer, landing },
    ],
    ['an existing network', { networkId: id }, { trafficSource, affiliateNetworkId: id, offer, landing }],
    ['no network', { network: ' ' }, { trafficSource, offer, landing }],
    [
      'no payout',
      { payout: '' },
      { trafficSource, affiliateNetwork, offer: { ...offer, payout: { mode: 'auto' } }, landing },
    ],
    [
      'an existing offer without a landing page',
      { offer: id, destination: 'offer' },
      { trafficSource, offerId: id },
    ],
  ])('writes a valid request for a draft with %s', (_, changes, body) => {
    const built = buildSetUp({ ...draft, ...changes });
    expect(built).toEqual(body);
    expect(campaignSetUp.safeParse(built).error?.issues).toBeUndefined();
  });
});

it.each([
  ['trafficSourceId', 'source'],
  ['offer.url', 'offerUrl'],
  ['landing.url', 'landingUrl'],
  ['sourceTemplate.postbackUrl', 'own'],
  ['tracking.domainId', undefined],
])('fieldOf returns the form field of %s: %s', (path, field) => {
  expect(fieldOf(path)).toBe(field);
});

describe('createDraftStore', () => {
  const memory = () => {
    const items = new Map<string, string>();
    return {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, text: string) => void items.set(key, text),
      removeItem: (key: string) => void items.delete(key),
    } as Storage;
  };

  it('keeps input except secrets across a reload', () => {
    const storage = memory();
    createDraftStore('k', storage).change({ offerUrl: 'https://a.example/', own: { '{aid}': 'secret' } });
    expect(createDraftStore('k', storage).get()).toEqual({ ...emptyDraft, offerUrl: 'https://a.example/' });
  });

  it('is empty after clear, even after a reload', () => {
    const storage = memory();
    const store = createDraftStore('k', storage);
    store.change({ offerUrl: 'https://a.example/' });
    store.change({ keys: { digest: 'key' } });
    store.clear();
    expect(store.get()).toEqual(emptyDraft);
    expect(createDraftStore('k', storage).get()).toEqual(emptyDraft);
  });
});

it.each([
  ['https://a.example/', 'sub', 'https://a.example/?sub={clickid}'],
  ['https://a.example/?x=1', 'a b', 'https://a.example/?x=1&a%20b={clickid}'],
  ['https://a.example/?', 'sub', 'https://a.example/?sub={clickid}'],
  ['https://a.example/?x=1#top', 'sub', 'https://a.example/?x=1&sub={clickid}#top'],
  ['https://a.example/?s={Click_Id}', 'sub', 'https://a.example/?s={Click_Id}'],
  [' https://a.example/ ', '', 'https://a.example/'],
])('writeOfferUrl writes %s with the parameter %j as %s', (offerUrl, clickParam, url) => {
  expect(writeOfferUrl({ offerUrl, clickParam })).toBe(url);
});

describe('checkDraft', () => {
  const check = (changes: Partial<LinkDraft>, clickIdParam: string | null = null) =>
    Object.keys(checkDraft({ ...draft, ...changes }, { networkNamed: () => ({ clickIdParam }) }));

  it.each([
    [{}, []],
    [{ source: '' }, ['source']],
    [{ sourceName: ' ' }, ['sourceName']],
    [{ offerUrl: 'offers.example' }, ['offerUrl']],
    [{ clickParam: '' }, ['clickParam']],
    [{ clickParam: '', offerUrl: 'https://a.example/?s={clickid}' }, []],
    [{ payout: 'much' }, ['payout']],
    [{ payout: '1.1234567' }, ['payout']],
    [{ landingUrl: '' }, ['landingUrl']],
    [{ landingUrl: '', destination: 'offer' as const }, []],
    [{ offer: 'o', offerUrl: '', clickParam: '' }, []],
  ])('reports errors in $1 for the draft $0', (changes, fields) => {
    expect(check(changes)).toEqual(fields);
  });

  it('requires no click ID parameter if the network has one', () => {
    expect(check({ clickParam: '' }, 'subid')).toEqual([]);
  });
});
