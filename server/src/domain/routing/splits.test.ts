import { createHmac, createSecretKey } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConditionFacts } from '../conditions/index.ts';
import { compileCampaign, type CampaignSource } from '../publishing/compile-campaign.ts';
import { halfSipHash, loadRouting, makeDraw, route, type Draw, type Route } from './index.ts';

// The keys are fixed, so that the draws are the same in every run.
const key = createSecretKey(Buffer.from('a key'));
const hmac = (text: string) => createHmac('sha256', key).update(text).digest().readUInt32BE(0);
const hash = halfSipHash(0x12345678, 0x9abcdef0);
const visitIds = Array.from({ length: 20_000 }, (_, at) => `visit-${at}`);

type Item = { weight: number; enabled: boolean; isActive: boolean };
type Shape = {
  rules: { enabled: boolean; country: 'DE' | 'FR' | null; weights: number[] }[];
  paths: { enabled: boolean; landings: Item[]; offers: (Item & { cap: 'none' | 'open' | 'full' })[] }[];
};

const id = (kind: string, ...numbers: number[]) => `${kind}${numbers.join('-')}`;

// Builds a campaign. Path 0 is the default path. Every landing page and offer is in one pool, and the fallback of each
// offer is the next offer in its pool.
function sourceOf({ rules, paths }: Shape): CampaignSource {
  const pool = (kind: string, path: number, items: Item[]) =>
    items.map(({ weight, enabled }, at) => ({ id: id(kind, path, at), weight, enabled }));
  const page = (kind: string, path: number, at: number) => {
    const own = id(kind, path, at);
    return { id: own, name: own, url: `https://${kind}.example/${own}` };
  };
  const source = {
    timezone: 'UTC',
    rotator: { id: 'r', name: 'R', version: 1, sticky: false, defaultPathId: id('path', 0) },
    rules: rules.map(({ enabled, country, weights }, at) => ({
      id: id('rule', at),
      enabled,
      conditions: country === null ? null : { field: 'country', op: 'is' as const, values: [country] },
      paths: weights.slice(0, paths.length).map((weight, path) => ({ pathId: id('path', path), weight })),
    })),
    paths: paths.map(({ enabled, landings, offers }, at) => ({
      id: id('path', at),
      name: 'P',
      enabled: enabled || at === 0,
      hasCaps: false,
      landings: pool('landing', at, landings),
      offers: pool('offer', at, offers),
    })),
    landings: paths.flatMap(({ landings }, path) =>
      landings.map(({ isActive }, at) => ({ ...page('landing', path, at), isActive })),
    ),
    offers: paths.flatMap(({ offers }, path) =>
      offers.map(({ isActive, cap }, at) => ({
        ...page('offer', path, at),
        isActive,
        affiliateNetworkId: null,
        clickIdParam: null,
        payout: null,
        cap: cap === 'none' ? null : { overflowOfferId: id('offer', path, at + 1) },
      })),
    ),
  };
  // Other fields of a campaign do not affect its routing.
  return source as unknown as CampaignSource;
}

function routingOf(shape: Shape) {
  const compiled = compileCampaign(sourceOf(shape));
  if (!compiled.ok) throw new Error(compiled.reason);
  return loadRouting(compiled.document);
}

const factsOf = (country: string | undefined): ConditionFacts => ({
  timeMs: 0,
  value: (field) => (field === 'country' ? country : undefined),
  param: () => undefined,
  isUnique: () => true,
});

function chiSquare(observed: number[], expected: number[]): number {
  return observed.reduce(
    (sum, count, at) => sum + (count - (expected[at] ?? 0)) ** 2 / (expected[at] ?? 1),
    0,
  );
}

// Limits that are exceeded by chance once in a thousand runs. The key is fixed, so the result never changes.
const chiSquareMax = [0, 10.83, 13.82, 16.27, 18.47, 20.52, 22.46, 24.32, 26.12];

function expectSplit(names: (string | undefined)[], weights: Record<string, number>): void {
  const total = Object.values(weights).reduce((sum, weight) => sum + weight, 0);
  const drawn = Object.entries(weights).filter(([, weight]) => weight > 0);
  const counts = Map.groupBy(names, (name) => name);
  expect(new Set(counts.keys())).toEqual(new Set(drawn.map(([name]) => name)));
  const observed = drawn.map(([name]) => counts.get(name)?.length ?? 0);
  const expected = drawn.map(([, weight]) => (names.length * weight) / total);
  expect(chiSquare(observed, expected)).toBeLessThan(chiSquareMax[drawn.length - 1] ?? 0);
}

function expectIndependence(one: string[], other: string[]): void {
  const [rows, columns] = [Map.groupBy(one, String), Map.groupBy(other, String)];
  const pairs = Map.groupBy(
    one.map((name, at) => `${name} ${other[at]}`),
    String,
  );
  const cells = [...rows].flatMap(([row, inRow]) =>
    [...columns].map(([column, inColumn]) => ({
      observed: pairs.get(`${row} ${column}`)?.length ?? 0,
      expected: (inRow.length * inColumn.length) / one.length,
    })),
  );
  const freedom = (rows.size - 1) * (columns.size - 1);
  expect(
    chiSquare(
      cells.map(({ observed }) => observed),
      cells.map(({ expected }) => expected),
    ),
  ).toBeLessThan(chiSquareMax[freedom] ?? 0);
}

const always = { enabled: true, isActive: true, cap: 'none' as const };

describe.each([
  ['HMAC', hmac],
  ['HalfSipHash', hash],
])('20,000 visits drawn by %s', (_, hashOf) => {
  const items = (weights: number[]) => weights.map((weight) => ({ ...always, weight }));
  const pools = { enabled: true, landings: items([50, 30, 20]), offers: items([1, 999_999, 500_000, 0]) };
  const routing = routingOf({
    rules: [{ enabled: true, country: null, weights: [70, 20, 10, 0] }],
    paths: [pools, pools, pools, pools],
  });
  const routes = visitIds.map((visitId) => route(routing, factsOf('DE'), makeDraw(hashOf, visitId, 7)));
  const level = {
    path: (one: Route) => one.path.id,
    landing: (one: Route) => one.landing?.id.split('-')[1] ?? '',
    offer: (one: Route) => one.offer?.id.split('-')[1] ?? '',
  };

  it('are split by weight on every level', () => {
    expectSplit(routes.map(level.path), { path0: 70, path1: 20, path2: 10, path3: 0 });
    expectSplit(routes.map(level.landing), { '0': 50, '1': 30, '2': 20 });
    // An offer with a share of 1 in 1.5 million is not expected in this sample.
    expectSplit(routes.map(level.offer), { '1': 999_999, '2': 500_000, '3': 0 });
  });

  it('are drawn independently on each level', () => {
    expectIndependence(routes.map(level.path), routes.map(level.landing));
    expectIndependence(routes.map(level.path), routes.map(level.offer));
    expectIndependence(routes.map(level.landing), routes.map(level.offer));
  });

  it('are drawn again for a new version of the configuration', () => {
    const next = visitIds.map((visitId) => route(routing, factsOf('DE'), makeDraw(hashOf, visitId, 8)));
    expectIndependence(routes.map(level.path), next.map(level.path));
  });

  it('are split by weight among the remaining offers if one is capped', () => {
    const offers = items([40, 30, 20, 10]).map((item, at) => ({
      ...item,
      cap: at === 3 ? ('full' as const) : item.cap,
    }));
    const capped = routingOf({ rules: [], paths: [{ enabled: true, landings: [], offers }] });
    const names = visitIds.map(
      (visitId) =>
        route(capped, factsOf('DE'), makeDraw(hashOf, visitId, 1), { isCapped: () => true }).offer?.id,
    );
    expectSplit(names, { 'offer0-0': 40, 'offer0-1': 30, 'offer0-2': 20 });
  });
});

const weights = fc.constantFrom(0, 1, 2, 50, 1_000_000);
const flag = fc.constantFrom(true, true, false);
const item = { weight: weights, enabled: flag, isActive: flag };
const shapes: fc.Arbitrary<Shape> = fc.record({
  rules: fc.array(
    fc.record({
      enabled: flag,
      country: fc.constantFrom('DE' as const, 'FR' as const, null),
      weights: fc.array(weights, { minLength: 1, maxLength: 4 }),
    }),
    { maxLength: 4 },
  ),
  paths: fc.array(
    fc.record({
      enabled: flag,
      landings: fc.array(fc.record(item), { maxLength: 3 }),
      offers: fc.array(fc.record({ ...item, cap: fc.constantFrom('none', 'open', 'full') }), {
        maxLength: 4,
      }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
});

// Reference implementation: as simple as possible, based on stored rather than published data, and sharing no code with
// the router.
function routeSimply({ rules, paths }: Shape, country: string | undefined, draw: Draw) {
  const ticket = (list: { name: string; weight: number }[], step: string) => {
    const some = list.filter(({ weight }) => weight > 0);
    if (some.length < 2) return some[0]?.name;
    let left = draw(
      step,
      some.reduce((sum, { weight }) => sum + weight, 0),
    );
    return some.find(({ weight }) => (left -= weight) < 0)?.name;
  };
  const isOn = (at: number) => at === 0 || paths[at]?.enabled === true;
  const candidates = rules.map((rule) =>
    rule.weights
      .slice(0, paths.length)
      .flatMap((weight, at) => (isOn(at) && weight > 0 ? [{ name: String(at), weight }] : [])),
  );
  const winner = rules.findIndex(
    (rule, at) =>
      rule.enabled && (rule.country === null || rule.country === country) && candidates[at]?.length !== 0,
  );
  const pathAt = Number(winner === -1 ? 0 : ticket(candidates[winner] ?? [], 'path'));
  const path = paths[pathAt];
  const served = (list: Item[] = []) =>
    list.flatMap(({ weight, enabled, isActive }, at) =>
      enabled && isActive ? [{ name: String(at), weight }] : [],
    );
  const isOpen = (at: number) => path?.offers[at]?.cap !== 'full';
  // Documents contain fallback offers only if they are active.
  const settle = (at: number) => {
    if (isOpen(at)) return at;
    return path?.offers[at + 1]?.isActive === true && isOpen(at + 1) ? at + 1 : undefined;
  };
  const pool = served(path?.offers).filter(({ weight }) => weight > 0);
  const drawn = ticket(pool, 'offer');
  const rest = pool.filter(({ name }) => settle(Number(name)) !== undefined);
  const again =
    drawn !== undefined && settle(Number(drawn)) === undefined ? ticket(rest, 'offer-again') : drawn;
  const offer = again === undefined ? undefined : settle(Number(again));
  const landing = ticket(served(path?.landings), 'landing');
  const isAllCapped = pool.length > 0 && offer === undefined;
  return {
    ruleId: winner === -1 ? null : id('rule', winner),
    path: id('path', pathAt),
    landing: landing === undefined || isAllCapped ? undefined : id('landing', pathAt, Number(landing)),
    offer: offer === undefined ? undefined : id('offer', pathAt, offer),
  };
}

describe('route with any rotator', () => {
  it('agrees with the reference implementation and is repeatable', () => {
    const outcomes = new Set<string>();
    fc.assert(
      fc.property(shapes, fc.constantFrom('DE', 'FR', undefined), fc.string(), (shape, country, visitId) => {
        const routing = routingOf(shape);
        const isCapped = (offerId: string) => {
          const [path = 0, at = 0] = offerId.slice('offer'.length).split('-').map(Number);
          return shape.paths[path]?.offers[at]?.cap === 'full';
        };
        const draw = makeDraw(hash, visitId, 3);
        const found = route(routing, factsOf(country), draw, { isCapped });
        outcomes.add(found.outcome);
        expect({
          ruleId: found.ruleId,
          path: found.path.id,
          landing: found.landing?.id,
          offer: found.offer?.id,
        }).toEqual(routeSimply(shape, country, draw));
        expect(route(routingOf(shape), factsOf(country), makeDraw(hash, visitId, 3), { isCapped })).toEqual(
          found,
        );
      }),
      { numRuns: 2_000 },
    );
    expect([...outcomes].toSorted()).toEqual(['all-capped', 'empty-path', 'landing', 'offer']);
  });
});

describe('makeDraw', () => {
  it('returns whole numbers from 0 to below the total, for every hash', () => {
    const totals = fc.integer({ min: 1, max: 200_000_000 });
    fc.assert(
      fc.property(fc.oneof(fc.nat(), fc.constantFrom(0, 2 ** 32 - 1)), totals, (value, total) => {
        const drawn = makeDraw(() => value, 'v', 1)('path', total);
        expect(Number.isInteger(drawn) && drawn >= 0 && drawn < total).toBe(true);
      }),
      { numRuns: 2_000 },
    );
    expect(makeDraw(() => 2 ** 32 - 1, 'v', 1)('path', 200_000_000)).toBe(199_999_999);
  });

  it('hashes a different text for each visit, version and step', () => {
    const texts = new Set<string>();
    const collect = (text: string) => texts.add(text).size;
    for (const visitId of ['a', 'b'])
      for (const version of [1, 2, 11])
        for (const step of ['path', 'landing', 'offer', 'offer2'])
          makeDraw(collect, visitId, version)(step, 9);
    expect(texts).toHaveLength(24);
  });
});
