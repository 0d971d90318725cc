import { array, assert, bigInt, integer, property } from 'fast-check';
import { expect, it } from 'vitest';
import { fromUnits, toUnits } from '../money/decimal.ts';
import {
  allotCost,
  allotParts,
  isSameScope,
  mayShareVisits,
  packParts,
  type CostScope,
  type TimedVisits,
} from './allot-cost.ts';

it.each([
  [100n, 3n, { each: 33n, last: 34n }],
  [200n, 3n, { each: 67n, last: 66n }],
  [5n, 2n, { each: 2n, last: 3n }],
  [7n, 2n, { each: 4n, last: 3n }],
  [100n, 1n, { each: 100n, last: 100n }],
  // With less than one unit per visit, rounding up would leave a negative amount for the last visit.
  [6n, 10n, { each: 0n, last: 6n }],
  [0n, 5n, { each: 0n, last: 0n }],
  [-200n, 3n, { each: -67n, last: -66n }],
  [-6n, 10n, { each: 0n, last: -6n }],
])('allotCost distributes %i units over %i visits as %o', (units, visits, expected) => {
  expect(allotCost(units, visits)).toEqual(expected);
});

const units = bigInt({ min: 1n, max: 10n ** 21n });

it('allotCost distributes a negative amount like a positive one with the sign reversed', () => {
  assert(
    property(units, bigInt({ min: 1n, max: 10_000_000n }), (amount, visits) => {
      const { each, last } = allotCost(amount, visits);
      expect(allotCost(-amount, visits)).toEqual({ each: -each, last: -last });
    }),
  );
});

it('allotCost distributes an amount exactly, without negative shares', () => {
  assert(
    property(units, bigInt({ min: 1n, max: 10_000_000n }), (amount, visits) => {
      const { each, last } = allotCost(amount, visits);
      expect(each * (visits - 1n) + last).toBe(amount);
      expect(each >= 0n && last >= 0n).toBe(true);
      const off = each * visits - amount;
      expect(off <= visits && -off <= visits).toBe(true);
    }),
  );
});

it('allotParts splits an amount exactly over parts, with the same share for every visit', () => {
  assert(
    property(
      units,
      array(integer({ min: 1, max: 200_000 }), { minLength: 1, maxLength: 20 }),
      (amount, visits) => {
        const parts = allotParts(fromUnits(amount), visits).map(toUnits);
        expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(amount);
        expect(parts.every((part) => part >= 0n)).toBe(true);
        const all = BigInt(visits.reduce((sum, count) => sum + count, 0));
        const { each } = allotCost(amount, all);
        expect(parts.slice(0, -1)).toEqual(visits.slice(0, -1).map((count) => each * BigInt(count)));
      },
    ),
  );
});

const range = (at: number, visits: number): TimedVisits => ({ fromMs: at, untilMs: at + 1, visits });

it('packParts combines ranges up to the limit and keeps a larger range separate', () => {
  const parts = packParts([range(0, 4), range(1, 5), range(5, 2), range(6, 30), range(7, 1)], 10);
  expect(parts).toEqual([
    { fromMs: 0, untilMs: 2, visits: 9 },
    { fromMs: 5, untilMs: 6, visits: 2 },
    { fromMs: 6, untilMs: 7, visits: 30 },
    { fromMs: 7, untilMs: 8, visits: 1 },
  ]);
  expect(packParts([], 10)).toEqual([]);
});

it('packParts keeps all visits and their order, without overlapping parts', () => {
  assert(
    property(array(integer({ min: 1, max: 20 })), integer({ min: 1, max: 50 }), (counts, visitsMax) => {
      const ranges = counts.map((visits, at) => range(at * 2, visits));
      const parts = packParts(ranges, visitsMax);
      for (const { fromMs, untilMs, visits } of parts) {
        const inside = ranges.filter((one) => one.fromMs >= fromMs && one.untilMs <= untilMs);
        expect(inside.reduce((sum, one) => sum + one.visits, 0)).toBe(visits);
        expect(visits <= visitsMax || inside.length === 1).toBe(true);
      }
      expect(parts.reduce((sum, { visits }) => sum + visits, 0)).toBe(
        counts.reduce((sum, one) => sum + one, 0),
      );
    }),
  );
});

const scope = (fromMs: number, untilMs: number, tokens: Record<string, string> = {}): CostScope => ({
  fromMs,
  untilMs,
  tokens,
});

it.each<[string, CostScope, CostScope, boolean]>([
  ['periods that only touch', scope(0, 10), scope(10, 20), false],
  ['periods with a moment in common', scope(0, 11), scope(10, 20), true],
  ['all visits and visits from a site', scope(0, 10), scope(0, 10, { token1: 'a' }), true],
  ['two sites', scope(0, 10, { token1: 'a' }), scope(0, 10, { token1: 'b' }), false],
  ['a site and an ad', scope(0, 10, { token1: 'a' }), scope(0, 10, { token2: 'b' }), true],
  [
    'an ad on two sites',
    scope(0, 10, { token1: 'a', token2: 'x' }),
    scope(0, 10, { token1: 'b', token2: 'x' }),
    false,
  ],
  [
    'an ad on a site and the site itself',
    scope(0, 10, { token1: 'a', token2: 'x' }),
    scope(0, 10, { token1: 'a' }),
    true,
  ],
])('mayShareVisits returns $3 for %s', (_, left, right, expected) => {
  expect([mayShareVisits(left, right), mayShareVisits(right, left)]).toEqual([expected, expected]);
});

it('isSameScope compares scopes by period and by tokens, regardless of the order of the tokens', () => {
  expect(
    isSameScope(scope(0, 1, { token1: 'a', token2: 'b' }), scope(0, 1, { token2: 'b', token1: 'a' })),
  ).toBe(true);
  expect(isSameScope(scope(0, 1), scope(0, 1, { token1: 'a' }))).toBe(false);
  expect(isSameScope(scope(0, 1, { token1: 'a' }), scope(0, 1, { token1: 'b' }))).toBe(false);
  expect(isSameScope(scope(0, 1), scope(0, 2))).toBe(false);
  expect(
    isSameScope(scope(0, 1, { token1: 'a', token2: 'b' }), scope(0, 1, { token1: 'a', token2: 'c' })),
  ).toBe(false);
});
