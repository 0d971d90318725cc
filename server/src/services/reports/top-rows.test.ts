import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TopRows } from './top-rows.ts';

const value = fc.option(fc.bigInt({ min: -3n, max: 3n }));

it.each(['asc', 'desc'] as const)(
  'keeps the first rows in %s order, like a stable sort of all rows',
  (direction) => {
    fc.assert(
      fc.property(fc.array(value, { maxLength: 3_000, size: 'max' }), fc.nat(5), (values, most) => {
        const top = new TopRows<number>(direction, most);
        for (const [at, one] of values.entries()) top.add(at, one);
        const sign = direction === 'asc' ? 1 : -1;
        const expected = values
          .map((one, at) => ({ one: one === null ? Infinity : Number(one) * sign, at }))
          .toSorted((left, right) => (left.one === right.one ? 0 : left.one - right.one))
          .map(({ at }) => at);
        expect(top.list()).toEqual(expected.slice(0, most));
        expect(top.added).toBe(values.length);
      }),
      { numRuns: 30 },
    );
  },
);
