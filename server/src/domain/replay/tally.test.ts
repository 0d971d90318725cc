import { describe, expect, it } from 'vitest';
import type { Route } from '../routing/index.ts';
import type { DecidedVisit } from './decided-visit.ts';
import { Tally } from './tally.ts';

type Decided = {
  ruleId?: string | null;
  pathId?: string;
  landingId?: string | null;
  offerId?: string | null;
};

let visits = 0;
const visit = (given: Partial<DecidedVisit> = {}) => {
  visits += 1;
  return {
    visitId: `v${visits}`,
    campaignId: 'c',
    timeMs: visits,
    ruleId: 'rule',
    pathId: 'a',
    landingId: 'landing',
    offerId: 'offer',
    revenue: 0,
    cost: 0,
    values: {},
    ...given,
  } as DecidedVisit;
};
const route = ({ ruleId = 'rule', pathId = 'a', landingId = 'landing', offerId = 'offer' }: Decided = {}) =>
  ({
    ruleId,
    path: { id: pathId },
    landing: landingId === null ? null : { id: landingId },
    offer: offerId === null ? null : { id: offerId },
  }) as Route;

describe('Tally', () => {
  it('counts visits that were judged, were capped or lack a recorded field', () => {
    const tally = new Tally();
    tally.add(visit(), route(), undefined);
    tally.addCapped();
    tally.addCapped();
    for (const field of ['referrer', 'city', 'isp', 'isp']) tally.addUnrecorded(field);
    expect(tally.result(9, false)).toMatchObject({
      recorded: 9,
      looked: 7,
      judged: 1,
      capped: 2,
      unrecorded: [
        { field: 'isp', visits: 2 },
        { field: 'city', visits: 1 },
        { field: 'referrer', visits: 1 },
      ],
    });
  });

  it('reports at least as many recorded visits as it checked', () => {
    const tally = new Tally();
    tally.addCapped();
    tally.addCapped();
    expect(tally.result(1, false).recorded).toBe(2);
  });

  it.each([
    ['nothing', route(), {}],
    ['the path', route({ pathId: 'b', ruleId: 'x', landingId: null, offerId: null }), { changed: 1 }],
    ['the rule only', route({ ruleId: null }), { otherRule: 1 }],
    ['the landing page only', route({ landingId: null }), { otherLanding: 1 }],
    ['the offer only', route({ offerId: null }), { otherOffer: 1 }],
  ])('counts a visit once if the draft changes %s', (_, draft, expected) => {
    const tally = new Tally();
    tally.add(visit(), draft, undefined);
    const { changed, otherRule, otherLanding, otherOffer } = tally.result(1, false);
    expect({ changed: changed.visits, otherRule, otherLanding, otherOffer }).toEqual({
      changed: 0,
      otherRule: 0,
      otherLanding: 0,
      otherOffer: 0,
      ...expected,
    });
  });

  it('counts no change if neither the record nor the draft has a landing page or offer', () => {
    const tally = new Tally();
    tally.add(
      visit({ landingId: null, offerId: null }),
      route({ landingId: null, offerId: null }),
      undefined,
    );
    expect(tally.result(1, false)).toMatchObject({ otherLanding: 0, otherOffer: 0 });
  });

  it.each([
    ['a', 'a', 'a', [0, 0]],
    ['a', 'a', 'b', [1, 1]],
    ['a', 'b', 'b', [1, 0]],
    ['a', 'b', 'a', [0, 1]],
  ])(
    'counts how saved rules differ from record %s and draft %s when they choose %s',
    (pathId, draft, saved, counts) => {
      const tally = new Tally();
      tally.add(visit({ pathId }), route({ pathId: draft }), route({ pathId: saved }));
      tally.add(visit({ pathId }), route({ pathId: draft }), undefined);
      const result = tally.result(2, true);
      expect([result.bySaved?.visits, result.fromSaved?.visits]).toEqual(counts);
      expect(tally.result(2, false)).toMatchObject({ bySaved: null, fromSaved: null });
    },
  );

  it('reports shares of the judged visits, with an error only if not all visits were checked', () => {
    const tally = new Tally();
    for (let at = 0; at < 100; at += 1) tally.add(visit(), route({ pathId: at < 25 ? 'b' : 'a' }), undefined);
    tally.addCapped();
    expect(tally.result(101, false).changed).toEqual({ visits: 25, share: 25, error: 0 });
    expect(tally.result(102, false).changed).toEqual({
      visits: 25,
      share: 25,
      error: expect.closeTo(1.189, 2),
    });
  });
});

describe('Tally moves', () => {
  it('are sorted by visits, with ties in a fixed order', () => {
    const tally = new Tally();
    for (const pathId of ['d', 'c', 'b', 'b'])
      tally.add(visit(), route({ pathId, ruleId: 'new' }), undefined);
    expect(tally.result(4, false).moves).toMatchObject([
      { from: { ruleId: 'rule', pathId: 'a' }, to: { ruleId: 'new', pathId: 'b' }, visits: 2, share: 50 },
      { to: { pathId: 'c' }, visits: 1, share: 25 },
      { to: { pathId: 'd' }, visits: 1, share: 25 },
    ]);
  });

  it.each([[['v1', 'v2', 'v3', 'v4']], [['v4', 'v3', 'v2', 'v1']], [['v2', 'v4', 'v1', 'v3']]])(
    'keep the three newest visits as examples when visits are added in the order %j',
    (ids) => {
      const tally = new Tally();
      for (const visitId of ids) tally.add(visit({ visitId, timeMs: 7 }), route({ pathId: 'b' }), undefined);
      expect(tally.result(4, false).moves[0]?.examples).toEqual(
        ['v4', 'v3', 'v2'].map((visitId) => ({ visitId, campaignId: 'c', timeMs: 7 })),
      );
    },
  );

  it('are limited to 100, and the visits of all others are summed', () => {
    const tally = new Tally();
    for (let at = 0; at < 102; at += 1) tally.add(visit(), route({ pathId: `to ${at}` }), undefined);
    tally.add(visit(), route({ pathId: 'to 0' }), undefined);
    const { moves, movesLeftOut } = tally.result(103, false);
    expect([moves.length, moves[0]?.visits, movesLeftOut]).toEqual([100, 2, 2]);
  });
});

describe('Tally groups', () => {
  const countries = (given: (readonly [string | null, number, number])[]) => {
    const tally = new Tally();
    for (const [country, all, changed] of given)
      for (let at = 0; at < all; at += 1)
        tally.add(visit({ values: { country } }), route({ pathId: at < changed ? 'b' : 'a' }), undefined);
    return tally.result(0, false).groups.country;
  };

  it('are sorted by changed visits, all visits and value, with unknown values last', () => {
    const ordered = [
      ['US', 3, 2],
      ['DE', 2, 1],
      ['AT', 1, 1],
      ['CH', 1, 1],
      [null, 1, 1],
      ['FR', 5, 0],
    ] as const;
    const expected = ordered.map(([value, all, changed]) => ({ value, visits: all, changed }));
    expect(countries([...ordered])).toEqual(expected);
    expect(countries([...ordered].toReversed())).toEqual(expected);
  });

  it('are limited to the 20 largest', () => {
    const many = Array.from({ length: 21 }, (_, at) => [`C${at}`, at + 1, 0] as const);
    const values = countries(many).map(({ value }) => value);
    expect([values.length, values[0], values.includes('C0')]).toEqual([20, 'C20', false]);
  });

  it('include device types and traffic sources', () => {
    const tally = new Tally();
    tally.add(visit({ values: { deviceType: 'mobile', trafficSourceId: 's' } }), route(), undefined);
    expect(tally.result(1, false).groups).toEqual({
      country: [{ value: null, visits: 1, changed: 0 }],
      deviceType: [{ value: 'mobile', visits: 1, changed: 0 }],
      trafficSource: [{ value: 's', visits: 1, changed: 0 }],
    });
  });
});

it('Tally counts each path’s recorded and draft visits, and takes its amounts from the recorded visits', () => {
  const tally = new Tally();
  tally.add(visit({ pathId: 'a', revenue: 3, cost: 1 }), route({ pathId: 'b' }), undefined);
  tally.add(visit({ pathId: 'c', revenue: 1, cost: 2 }), route({ pathId: 'c' }), undefined);
  tally.add(visit({ pathId: 'c', revenue: 2, cost: 2 }), route({ pathId: 'b' }), undefined);
  const mean = (value: number) => ({ mean: value, low: null, high: null });
  expect(tally.result(3, false).paths).toEqual([
    { pathId: 'c', recorded: 2, draft: 1, revenuePerVisit: mean(1.5), profitPerVisit: mean(-0.5) },
    { pathId: 'a', recorded: 1, draft: 0, revenuePerVisit: mean(3), profitPerVisit: mean(2) },
    { pathId: 'b', recorded: 0, draft: 2, revenuePerVisit: null, profitPerVisit: null },
  ]);
});
