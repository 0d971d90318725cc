import { describe, expect, it } from 'vitest';
import type { ConditionFacts } from '../conditions/index.ts';
import { findLinked, loadRouting, route, type Draw, type RoutingDocument } from './index.ts';

type Shape = {
  rules?: { id: string; country: string | null; paths: Record<string, number> }[];
  paths: Record<string, { landings?: Record<string, number>; offers?: Record<string, number> }>;
  caps?: Record<string, string | null>;
  cappedPaths?: string[];
  spareOffers?: string[];
};

// Builds a document. The first path is the default path, and names are also IDs.
function documentOf({
  rules = [],
  paths,
  caps = {},
  cappedPaths = [],
  spareOffers = [],
}: Shape): RoutingDocument {
  const weigh = <Item>(weights: Record<string, number> = {}, make: (id: string) => Item) => ({
    total: Object.values(weights).reduce((sum, weight) => sum + weight, 0),
    items: Object.entries(weights).map(([id, weight]) => ({ ...make(id), weight })),
  });
  const pooled = (kind: 'landings' | 'offers') => [
    ...new Set(Object.values(paths).flatMap((path) => Object.keys(path[kind] ?? {}))),
  ];
  return {
    timezone: 'UTC',
    rotator: { defaultPathId: Object.keys(paths)[0] ?? '' },
    rules: rules.map(({ id, country, paths: chosen }) => ({
      id,
      conditions: country === null ? null : { field: 'country', op: 'is', values: [country] },
      paths: weigh(chosen, (pathId) => ({ pathId })),
    })),
    paths: Object.entries(paths).map(([id, { landings, offers }]) => ({
      id,
      name: id,
      hasCaps: cappedPaths.includes(id),
      landings: weigh(landings, (landingId) => ({ landingId })),
      offers: weigh(offers, (offerId) => ({ offerId })),
    })),
    landings: pooled('landings').map((id) => ({ id, name: id, url: `https://page.example/${id}` })),
    offers: [...pooled('offers'), ...spareOffers].map((id) => ({
      id,
      name: id,
      url: `https://offer.example/${id}`,
      affiliateNetworkId: null,
      clickIdParam: null,
      payout: null,
      cap: id in caps ? { overflowOfferId: caps[id] ?? null } : null,
      shortName: null,
    })),
  };
}

const from = (country: string): ConditionFacts => ({
  timeMs: 0,
  value: (field) => (field === 'country' ? country : undefined),
  param: () => undefined,
  isUnique: () => true,
});
const unmatched = from('XX');
const first: Draw = () => 0;
const last: Draw = (_, total) => total - 1;

function routeTo(shape: Shape, facts = unmatched, draw = first, options = {}) {
  const { outcome, ruleId, path, landing, offer, isSticky } = route(
    loadRouting(documentOf(shape)),
    facts,
    draw,
    options,
  );
  return { outcome, rule: ruleId, path: path.id, landing: landing?.id, offer: offer?.id, isSticky };
}

describe('the selected rule', () => {
  const shape: Shape = {
    rules: [
      { id: 'germans', country: 'DE', paths: { b: 1 } },
      { id: 'again', country: 'DE', paths: { c: 1 } },
      { id: 'french', country: 'FR', paths: { c: 1 } },
    ],
    paths: { a: { offers: { x: 1 } }, b: { offers: { x: 1 } }, c: { offers: { x: 1 } } },
  };

  it('is the first one that matches', () => {
    expect(routeTo(shape, from('DE'))).toMatchObject({ rule: 'germans', path: 'b' });
    expect(routeTo(shape, from('FR'))).toMatchObject({ rule: 'french', path: 'c' });
  });

  it('is null if no rule matches, and the default path is used', () => {
    expect(routeTo(shape)).toMatchObject({ rule: null, path: 'a' });
  });

  it('is the next one that matches if none of its paths is served', () => {
    const rules = [
      { id: 'gone', country: null, paths: { missing: 1 } },
      { id: 'weightless', country: null, paths: { b: 0 } },
      { id: 'all', country: null, paths: { c: 1 } },
    ];
    expect(routeTo({ ...shape, rules })).toMatchObject({ rule: 'all', path: 'c' });
  });
});

describe('the destination of a visit', () => {
  it('is a landing page if the path has one, and an offer is drawn for the links on it', () => {
    expect(routeTo({ paths: { a: { landings: { l: 1 }, offers: { x: 1 } } } })).toMatchObject({
      outcome: 'landing',
      landing: 'l',
      offer: 'x',
    });
  });

  it('is the offer if the path has no landing page', () => {
    expect(routeTo({ paths: { a: { offers: { x: 1, y: 3 } } } }, unmatched, last)).toMatchObject({
      outcome: 'offer',
      landing: undefined,
      offer: 'y',
    });
  });

  it('is a landing page even without an offer', () => {
    expect(routeTo({ paths: { a: { landings: { l: 1 } } } })).toMatchObject({
      outcome: 'landing',
      landing: 'l',
      offer: undefined,
    });
  });

  it('is missing if the path is empty', () => {
    expect(routeTo({ paths: { a: {} } })).toMatchObject({ outcome: 'empty-path', path: 'a' });
  });

  it('is drawn separately on each level, and is not drawn if there is no choice', () => {
    const totals = new Map<string, number>();
    const draw: Draw = (step, total) => {
      totals.set(step, total);
      return 0;
    };
    const rules = [{ id: 'all', country: null, paths: { a: 1, b: 2 } }];
    const pools = { landings: { l: 3, m: 4 }, offers: { x: 5, y: 6 } };
    routeTo({ rules, paths: { a: pools, b: {} } }, unmatched, draw);
    expect(Object.fromEntries(totals)).toEqual({ path: 3, landing: 7, offer: 11 });
    totals.clear();
    routeTo({ paths: { a: { landings: { l: 1 }, offers: { x: 1 } } } }, unmatched, draw);
    expect(totals).toEqual(new Map());
  });

  it('after a landing-page click is the offer at the position in the link, even if it is never drawn', () => {
    const path = loadRouting(documentOf({ paths: { a: { offers: { x: 0, y: 1, z: 1 } } } })).paths.get('a');
    const found = ['1', '2', '3', '4', '0', 'y', ''].map((link) => path && findLinked(path, link));
    expect(found.map((linked) => [linked?.place, linked?.offer?.id])).toEqual([
      [1, 'x'],
      [2, 'y'],
      [3, 'z'],
      [4, undefined],
      [undefined, undefined],
      [undefined, undefined],
      [undefined, undefined],
    ]);
  });
});

const is = (id: string | undefined) => (chosen: { id: string }) => chosen.id === id;

describe('a returning visitor', () => {
  const shape: Shape = {
    rules: [{ id: 'all', country: 'DE', paths: { a: 1, b: 1, c: 0 } }],
    paths: { a: {}, b: {}, c: {} },
  };

  it('keeps the path', () => {
    expect(routeTo(shape, from('DE'), first, { kept: { path: is('b') } })).toMatchObject({
      path: 'b',
      isSticky: true,
    });
  });

  it.each(['c', 'gone', undefined])('gets a new path if the old one (%s) is no longer a candidate', (id) => {
    expect(routeTo(shape, from('DE'), first, { kept: { path: is(id) } })).toMatchObject({
      path: 'a',
      isSticky: false,
    });
  });

  it('gets a new path if a different rule matches now', () => {
    expect(routeTo(shape, unmatched, first, { kept: { path: is('b') } })).toMatchObject({
      path: 'a',
      isSticky: false,
    });
  });
});

describe('a returning visitor’s landing page and offer', () => {
  const both = { landings: { l: 1, m: 1 }, offers: { x: 1, y: 1 } };
  const shape = (caps: Shape['caps'] = {}): Shape => ({ paths: { a: both, b: { offers: { z: 1 } } }, caps });
  const choose = (kept: object, options: object = {}, caps?: Shape['caps']) => {
    const found = route(loadRouting(documentOf(shape(caps))), unmatched, first, { kept, ...options });
    return [found.landing?.id, found.isStickyLanding, found.offer?.id, found.isStickyOffer];
  };

  it('are kept independently', () => {
    expect(choose({ landing: is('m') })).toEqual(['m', true, 'x', false]);
    expect(choose({ offer: is('y') })).toEqual(['l', false, 'y', true]);
    expect(choose({ landing: is('m'), offer: is('y') })).toEqual(['m', true, 'y', true]);
  });

  it('are not marked as kept if they are not sticky or if all offers are capped', () => {
    expect(choose({})).toEqual(['l', false, 'x', false]);
    const allFull = { isCapped: () => true };
    expect(choose({ offer: is('y') }, allFull, { x: null, y: null })).toEqual([
      undefined,
      false,
      undefined,
      false,
    ]);
  });

  it('are drawn again if the path no longer has them', () => {
    expect(choose({ landing: is('gone'), offer: is('z') })).toEqual(['l', false, 'x', false]);
  });

  it('are drawn again if the offer is capped, without using its fallback offer', () => {
    const full = { isCapped: (id: string) => id === 'y' };
    expect(choose({ offer: is('y') }, full, { y: null })).toEqual(['l', false, 'x', false]);
    expect(choose({ offer: is('y') }, full)).toEqual(['l', false, 'y', true]);
  });
});

describe('an offer with a cap', () => {
  const withCaps = (caps: Record<string, string | null>, full: string[], offers = { x: 1, y: 1, z: 1 }) =>
    routeTo({ paths: { a: { offers } }, caps, spareOffers: ['spare'] }, unmatched, first, {
      isCapped: (id: string) => full.includes(id),
    });

  it('is replaced with its fallback offer when the cap is reached', () => {
    expect(withCaps({ x: 'spare' }, ['x'])).toMatchObject({ outcome: 'offer', offer: 'spare' });
  });

  it('is used until its cap is reached, and always without a cap', () => {
    expect(withCaps({ x: 'spare' }, [])).toMatchObject({ offer: 'x' });
    expect(withCaps({}, ['x'])).toMatchObject({ offer: 'x' });
  });

  it('is replaced with another offer of the path if its fallback offer is capped, missing or not set', () => {
    expect(withCaps({ x: 'spare', spare: null }, ['x', 'spare'])).toMatchObject({ offer: 'y' });
    expect(withCaps({ x: 'archived' }, ['x'])).toMatchObject({ offer: 'y' });
    expect(withCaps({ x: null, y: null }, ['x', 'y'])).toMatchObject({ offer: 'z' });
  });

  it('is never replaced with the fallback offer of its fallback offer', () => {
    expect(withCaps({ x: 'y', y: 'spare' }, ['x', 'y'], { x: 1, y: 0, z: 1 })).toMatchObject({ offer: 'z' });
  });

  it('results in all-capped if no offer is left', () => {
    expect(withCaps({ x: null, y: 'x', z: 'y' }, ['x', 'y', 'z'])).toEqual({
      outcome: 'all-capped',
      rule: null,
      path: 'a',
      landing: undefined,
      offer: undefined,
      isSticky: false,
    });
  });
});

describe('a path with a cap', () => {
  const paths = { a: { offers: { x: 1 } }, b: { offers: { y: 1 } }, c: { offers: { z: 1 } } };
  const full = (cappedPaths: string[], isFull: string[], options = {}) => {
    const shape = { rules: [{ id: 'germans', country: 'DE', paths: { b: 1, c: 1 } }], paths, cappedPaths };
    const routing = loadRouting(documentOf(shape));
    const isCapped = (id: string) => isFull.includes(id);
    const found = route(routing, from('DE'), first, { isCapped, ...options });
    const { outcome, ruleId, path, offer, isSticky, isDiverted } = found;
    return [outcome, ruleId, path.id, offer?.id ?? null, isSticky, isDiverted];
  };

  it('passes its visitors to other paths of the rule when it is capped', () => {
    expect(full(['b'], ['b'])).toEqual(['offer', 'germans', 'c', 'z', false, true]);
  });

  it('passes its visitors to the default path if the other paths are also capped', () => {
    expect(full(['b', 'c'], ['b', 'c'])).toEqual(['offer', 'germans', 'a', 'x', false, true]);
  });

  it('results in all-capped if the default path is also capped', () => {
    expect(full(['a', 'b', 'c'], ['a', 'b', 'c'])).toEqual([
      'all-capped',
      'germans',
      'b',
      null,
      false,
      false,
    ]);
  });

  it('is used until its cap is reached, and always without a cap', () => {
    expect(full(['b'], [])).toEqual(['offer', 'germans', 'b', 'y', false, false]);
    expect(full([], ['b'])).toEqual(['offer', 'germans', 'b', 'y', false, false]);
  });

  it('is kept for a returning visitor only until its cap is reached', () => {
    expect(full(['c'], ['c'], { kept: { path: is('c') } })).toEqual([
      'offer',
      'germans',
      'b',
      'y',
      false,
      false,
    ]);
    expect(full(['c'], [], { kept: { path: is('c') } })).toEqual(['offer', 'germans', 'c', 'z', true, false]);
  });
});

describe('loadRouting', () => {
  it('rejects a document without its default path', () => {
    const document = documentOf({ paths: { a: {} } });
    document.rotator.defaultPathId = 'b';
    expect(() => loadRouting(document)).toThrow('default path');
  });
});
