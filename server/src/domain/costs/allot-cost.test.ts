import { assert, property, array, bigInt, integer } from 'fast-check';
import { expect, it } from 'vitest';
import { fromUnits, toUnits } from '../money/decimal.ts';
import { allotCost, allotParts } from './allot-cost.ts';

it.each([
  [100n, 3n, { each: 33n, last: 34n }],
  [200n, 3n, { each: 67n, last: 66n }],
  [5n, 2n, { each: 2n, last: 3n }],
  [7n, 2n, { each: 4n, last: 3n }],
  [100n, 1n, { each: 100n, last: 100n }],
  // Less than a unit for each: rounding up would leave less than nothing for the last.
  [6n, 10n, { each: 0n, last: 6n }],
  [0n, 5n, { each: 0n, last: 0n }],
])('%i units over %i visits are %o', (units, visits, expected) => {
  expect(allotCost(units, visits)).toEqual(expected);
});

const units = bigInt({ min: 1n, max: 10n ** 21n });

it('visits bear an amount together to the last digit, and none less than nothing', () => {
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

it('parts have an amount together to the last digit, and visits of all parts the same share', () => {
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
