import fc from 'fast-check';
import { expect, it } from 'vitest';
import { OwnerTable } from './owner-table.ts';

it.each([32, 48])('OwnerTable finds the same owner as a linear search for %i-bit keys', (bits) => {
  const last = 2 ** bits - 1;
  // Generates many adjacent keys, and some ranges that span many buckets of the index.
  const key = fc.oneof(
    fc.nat(100),
    fc.nat(0xffff).map((bucket) => bucket * 2 ** (bits - 16)),
    fc.maxSafeNat().map((number) => number % (last + 1)),
    fc.constant(last),
  );
  fc.assert(
    fc.property(fc.uniqueArray(key, { maxLength: 60 }), fc.array(key), (bounds, randomKeys) => {
      const sorted = bounds.toSorted((one, other) => one - other);
      const ranges: { start: number; end: number; owner: number }[] = [];
      const table = new OwnerTable(bits);
      for (let at = 0; at + 1 < sorted.length; at += 2) {
        const range = { start: sorted[at] ?? 0, end: sorted[at + 1] ?? 0, owner: at };
        expect(table.add(range.start, range.end, range.owner)).toBe(true);
        ranges.push(range);
      }
      for (const wanted of [...randomKeys, ...sorted, ...sorted.map((bound) => Math.min(bound + 1, last))]) {
        const range = ranges.find(({ start, end }) => start <= wanted && wanted <= end);
        expect([wanted, table.find(wanted)]).toEqual([wanted, range?.owner ?? -1]);
      }
    }),
  );
});

it('OwnerTable accepts ranges after a lookup and rejects ranges that are out of order', () => {
  const table = new OwnerTable(32);
  expect(table.find(5)).toBe(-1);
  expect(table.add(1, 9, 7)).toBe(true);
  expect([table.find(5), table.find(10), table.find(0)]).toEqual([7, -1, -1]);
  expect(table.add(9, 12, 8)).toBe(false);
  expect(table.add(10, 2 ** 32 - 1, 8)).toBe(true);
  expect([table.find(10), table.find(2 ** 32 - 1), table.length]).toEqual([8, 8, 2]);
});
