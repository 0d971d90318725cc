import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Ipv4Numbers, Ipv4Ranges } from './ipv4-numbers.ts';

const last = 0xffff_ffff;
// Generates adjacent addresses, addresses at bucket boundaries, and random addresses.
const address = fc.oneof(
  fc.nat(300),
  fc.nat(0xffff).map((bucket) => bucket * 65_536),
  fc.nat(0xffff).map((bucket) => bucket * 65_536 + 65_535),
  fc.maxSafeNat().map((number) => number % (last + 1)),
  fc.constant(last),
);

it.each([3, 65_536, 400_000])(
  'Ipv4Numbers finds the same range as a linear search with %i records',
  (parts) => {
    const number = fc.oneof(fc.nat(3), fc.nat(parts), fc.constant(parts));
    const range = fc.record({ start: address, number });
    fc.assert(
      fc.property(fc.array(range, { maxLength: 80 }), fc.array(address), (unsorted, random) => {
        const sorted = unsorted.toSorted((one, other) => one.start - other.start);
        const ranges = new Ipv4Ranges();
        for (const { start, number: part } of sorted) ranges.add(start, part);
        const numbers = new Ipv4Numbers(ranges.build(parts));
        const bounds = sorted.flatMap(({ start }) => [
          Math.max(start - 1, 0),
          start,
          Math.min(start + 1, last),
        ]);
        for (const wanted of [...random, ...bounds]) {
          const expected = sorted.findLast(({ start }) => start <= wanted)?.number ?? 0;
          expect([wanted, numbers.find(wanted)]).toEqual([wanted, expected]);
        }
      }),
      { numRuns: 25 },
    );
  },
);

it('Ipv4Ranges rejects more records than an entry can reference', () => {
  expect(() => new Ipv4Ranges().build(2 ** 22)).toThrow('too many different records');
});
