import { describe, expect, it, vi } from 'vitest';
import type { WaypostPanelClient } from '../../lib/api.ts';
import { checkDraft } from './check-draft.ts';
import { emptyDraft, type Draft, type Made } from './draft.ts';
import { makeLink, StepError, writeOfferUrl } from './make-link.ts';

const wanted: Draft = {
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

/** An API that makes records with numbers, and can be told to refuse. */
function fakeApi() {
  const calls: string[] = [];
  let last = 0;
  let refused = '';
  const answer = (name: string) => (given: unknown, body?: unknown) => {
    if (name === refused) return Promise.reject(new Error('refused'));
    calls.push(body === undefined ? name : `${name} ${String(given)}`);
    const id = body === undefined && name.startsWith('create') ? String((last += 1)) : String(given);
    return Promise.resolve({ id, version: calls.length });
  };
  const api = new Proxy(
    { getRotatorRules: () => Promise.resolve({ version: 1, defaultPathId: 'd', rules: [], paths: [] }) },
    { get: (known: Record<string, unknown>, name: string) => known[name] ?? answer(name) },
  ) as unknown as WaypostPanelClient;
  return { api, calls, refuse: (name: string) => (refused = name) };
}

function makeWorkshop() {
  const fake = fakeApi();
  const made: Made = {};
  const keep = vi.fn<(made: Made) => void>();
  return { ...fake, made, keep, template: undefined, networkId: undefined };
}

const all = [
  'createAffiliateNetwork',
  'createTrafficSource',
  'createOffer',
  'createLanding',
  'createRotator',
  'saveRotatorRules 5',
  'createCampaign',
];

describe('making a link', () => {
  it('makes what it needs, in the order in which one needs the other', async () => {
    const workshop = makeWorkshop();
    expect(await makeLink(wanted, workshop)).toBe('6');
    expect(workshop.calls).toEqual(all);
  });

  it('goes on after a failure with what is there, and makes nothing twice', async () => {
    const workshop = makeWorkshop();
    workshop.refuse('createOffer');
    await expect(makeLink(wanted, workshop)).rejects.toThrow('the offer was not made');
    expect(Object.keys(workshop.made)).toEqual(['network', 'source']);
    workshop.refuse('');
    await makeLink(wanted, workshop);
    expect(workshop.calls).toEqual(all);
  });

  it('changes what is there where the wishes are others by now', async () => {
    const workshop = makeWorkshop();
    workshop.refuse('createCampaign');
    await expect(makeLink(wanted, workshop)).rejects.toThrow(StepError);
    workshop.refuse('');
    workshop.calls.length = 0;
    await makeLink({ ...wanted, payout: '13' }, workshop);
    expect(workshop.calls).toEqual(['updateOffer 3', 'saveRotatorRules 5', 'createCampaign']);
  });

  it('makes neither network nor offer where there are some', async () => {
    const workshop = { ...makeWorkshop(), networkId: 'n' };
    await makeLink({ ...wanted, offer: 'o', destination: 'offer' }, workshop);
    expect(workshop.calls.filter((call) => call.startsWith('create'))).toEqual([
      'createTrafficSource',
      'createRotator',
      'createCampaign',
    ]);
  });
});

it.each([
  ['https://a.example/', 'sub', 'https://a.example/?sub={clickid}'],
  ['https://a.example/?x=1', 'a b', 'https://a.example/?x=1&a%20b={clickid}'],
  ['https://a.example/?', 'sub', 'https://a.example/?sub={clickid}'],
  ['https://a.example/?x=1#top', 'sub', 'https://a.example/?x=1&sub={clickid}#top'],
  ['https://a.example/?s={Click_Id}', 'sub', 'https://a.example/?s={Click_Id}'],
  [' https://a.example/ ', '', 'https://a.example/'],
])('%s with the parameter %j is %s', (offerUrl, clickParam, url) => {
  expect(writeOfferUrl({ offerUrl, clickParam })).toBe(url);
});

describe('a link that cannot be made', () => {
  const check = (draft: Partial<Draft>, clickIdParam: string | null = null) =>
    Object.keys(checkDraft({ ...wanted, ...draft }, { networkNamed: () => ({ clickIdParam }) }));

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
  ])('with %j says what is wrong at %j', (draft, fields) => {
    expect(check(draft)).toEqual(fields);
  });

  it('needs no parameter where the network has one of its own', () => {
    expect(check({ clickParam: '' }, 'subid')).toEqual([]);
  });
});
