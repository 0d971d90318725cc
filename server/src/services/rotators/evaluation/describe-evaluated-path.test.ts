import { expect, it } from 'vitest';
import { describePath } from './describe-evaluated-path.ts';
import type { EvaluatedVisit } from './evaluated-visit.ts';

type Records = Parameters<typeof describePath>[1];
type Offer = Records['offers'] extends ReadonlyMap<string, infer Item> ? Item : never;

const visit: EvaluatedVisit = {
  clickId: 'click',
  facts: { timeMs: 0, value: () => undefined, param: () => undefined, isUnique: () => true },
  settings: { timezone: 'UTC', currency: 'EUR', rotator: { id: 'rotator', name: 'Rotator' } },
  passedOn: [],
};

const makeOffer = (id: string, more: Partial<Offer> = {}): Offer => ({
  ...({
    id,
    name: id,
    url: 'https://offer.example/',
    clickIdParam: null,
    cap: null,
    isActive: true,
  } as Offer),
  ...more,
});

/** Describes a path with a landing page and these offers. Offers without a given weight have weight 1. */
function describeOffers(
  offers: Offer[],
  {
    weights = [],
    full = [],
    enabled = () => true,
  }: { weights?: number[]; full?: string[]; enabled?: (id: string) => boolean } = {},
) {
  const landing = { id: 'page', name: 'Page', url: 'https://page.example/?offer={offerid}', isActive: true };
  const pool = offers.map(({ id }, at) => ({ id, weight: weights[at] ?? 1, enabled: enabled(id) }));
  const path = {
    id: 'path',
    name: 'Path',
    enabled: true,
    hasCaps: false,
    landings: [{ id: 'page', weight: 1, enabled: true }],
    offers: pool,
  };
  const records: Records = {
    landings: new Map([[landing.id, landing]]),
    offers: new Map(offers.map((offer) => [offer.id, offer])),
    full: new Set(full),
    kept: { path: undefined, landing: undefined, offer: undefined },
  };
  return describePath({ item: path, share: 100, state: 'served', isKept: false }, records, {
    visit,
    ruleId: null,
  });
}

it('describePath numbers the links of all offers that are neither archived nor disabled', () => {
  const offers = [
    makeOffer('archived', { isActive: false }),
    makeOffer('disabled'),
    makeOffer('a'),
    makeOffer('b'),
  ];
  const described = describeOffers(offers, { enabled: (id) => id !== 'disabled' });
  expect(described.offers.map(({ id, state, link }) => [id, state, link])).toEqual([
    ['archived', 'archived', null],
    ['disabled', 'disabled', null],
    ['a', 'served', 1],
    ['b', 'served', 2],
  ]);
});

it.each([
  [[1, 3, 2], 'b'],
  [[3, 1, 2], 'a'],
])(
  'describePath fills the URL of a landing page with the most likely offer if the weights are %j',
  (weights, id) => {
    const described = describeOffers(
      ['a', 'b', 'c'].map((name) => makeOffer(name)),
      { weights },
    );
    expect(described.landings.map(({ url }) => url)).toEqual([`https://page.example/?offer=${id}`]);
  },
);

it('describePath shows an offer as full only while it has a cap that is reached', () => {
  const cap = { overflowOfferId: null } as NonNullable<Offer['cap']>;
  const offers = [makeOffer('reached', { cap }), makeOffer('open', { cap }), makeOffer('uncapped')];
  const described = describeOffers(offers, { full: ['reached', 'uncapped'] });
  expect(described.offers.map(({ id, state }) => [id, state])).toEqual([
    ['reached', 'full'],
    ['open', 'served'],
    ['uncapped', 'served'],
  ]);
});
