import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Ipv6Numbers, Ipv6Ranges } from './ipv6-numbers.ts';

const lastWord = 0xffff_ffff;
// Generates a few first words with many networks below them, adjacent /48 networks, and some /64 networks.
const first = fc.oneof(fc.constantFrom(0, 1, 0x2001_0db8, 0x2001_0db9, lastWord), fc.nat(lastWord));
const second = fc.oneof(
  fc.constantFrom(0, lastWord),
  fc.nat(6).map((network) => network * 65_536),
  fc.nat(0xffff).map((network) => network * 65_536),
  fc.nat(3).map((position) => 5 * 65_536 + position),
  fc.nat(3).map((position) => 0xffff_fffc + position),
  fc.nat(lastWord),
);

type Address = { first: number; second: number };
const compare = (one: Address, other: Address) => one.first - other.first || one.second - other.second;

function neighbors({ first: high, second: low }: Address): Address[] {
  const before =
    low > 0 ? { first: high, second: low - 1 } : { first: Math.max(high - 1, 0), second: lastWord };
  const after =
    low < lastWord ? { first: high, second: low + 1 } : { first: Math.min(high + 1, lastWord), second: 0 };
  return [before, { first: high, second: low }, after];
}

it('Ipv6Numbers finds the same range as a linear search', () => {
  const range = fc.record({ first, second, number: fc.nat(4) });
  fc.assert(
    fc.property(
      fc.array(range, { maxLength: 120 }),
      fc.array(fc.record({ first, second })),
      (unsorted, random) => {
        const sorted = unsorted.toSorted(compare);
        const ranges = new Ipv6Ranges();
        for (const one of sorted) ranges.add(one.first, one.second, one.number);
        const numbers = new Ipv6Numbers(ranges.build());
        for (const wanted of [...random, ...sorted.flatMap(neighbors)]) {
          const expected = sorted.findLast((one) => compare(one, wanted) <= 0)?.number ?? 0;
          expect([wanted, numbers.find(wanted.first, wanted.second)]).toEqual([wanted, expected]);
        }
      },
    ),
    { numRuns: 60 },
  );
});
