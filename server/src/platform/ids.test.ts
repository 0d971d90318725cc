import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newEventId } from './event-ids.ts';
import { isId, newId } from './ids.ts';

const times = fc.nat(2 ** 48 - 1);

describe.each([
  ['newId', newId],
  ['newEventId', newEventId],
])('%s', (_, createId) => {
  it('returns a lowercase version 7 UUID', () => {
    fc.assert(
      fc.property(times, (nowMs) => {
        expect(createId(nowMs)).toMatch(
          /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
        );
      }),
    );
  });

  it('returns IDs that sort by time as text', () => {
    fc.assert(
      fc.property(times, times, (first, second) => {
        fc.pre(first !== second);
        expect(createId(first) < createId(second)).toBe(first < second);
      }),
    );
  });

  it('returns an ID whose first 48 bits contain the time in milliseconds', () => {
    fc.assert(
      fc.property(times, (nowMs) => {
        expect(Number.parseInt(createId(nowMs).replaceAll('-', '').slice(0, 12), 16)).toBe(nowMs);
      }),
    );
  });

  it('returns IDs that sort in the order of creation within a millisecond', () => {
    const last = 2 ** 48 - 1;
    const ids = Array.from({ length: 3_000 }, () => createId(last));
    expect(ids.toSorted()).toEqual(ids);
  });

  // Creates more than the 4,096 IDs that can be numbered within a millisecond.
  it('returns unique IDs within a millisecond', () => {
    const ids = Array.from({ length: 10_000 }, () => createId(1_700_000_000_000));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('uses 62 random bits whenever the clock goes back', () => {
    const ones = countOnes(Array.from({ length: 4_000 }, (_id, at) => createId(8_000 - at)));
    expect(ones.slice(66).every(isRandom)).toBe(true);
  });
});

describe('newId', () => {
  it('keeps the order even if IDs for an earlier time are created in between', () => {
    const last = 2 ** 48 - 1;
    const ids = Array.from({ length: 50 }, () => [newId(last), newId(5)] as const).map(([id]) => id);
    expect(ids.toSorted()).toEqual(ids);
  });

  it('uses 62 new random bits for each ID', () => {
    const ones = countOnes(Array.from({ length: 4_000 }, (_id, at) => newId(at)));
    expect(ones.slice(66).every(isRandom)).toBe(true);
  });
});

function countOnes(ids: string[]): number[] {
  const ones = Array.from({ length: 128 }, () => 0);
  for (const id of ids) {
    const bits = BigInt(`0x${id.replaceAll('-', '')}`)
      .toString(2)
      .padStart(128, '0');
    for (const [at, bit] of [...bits].entries()) ones[at] = (ones[at] ?? 0) + Number(bit);
  }
  return ones;
}

// The limit is eight standard deviations for 4,000 IDs. A random bit exceeds this limit about once in 10 ** 15 runs.
function isRandom(count: number): boolean {
  return Math.abs(count - 2_000) < 253;
}

describe('isId', () => {
  it('accepts generated IDs, including uppercase ones', () => {
    const id = newId();
    expect(isId(id)).toBe(true);
    expect(isId(id.toUpperCase())).toBe(true);
  });

  it.each([
    '',
    'x',
    '018f4c3a7b2c7def8abc0123456789ab',
    '{018f4c3a-7b2c-7def-8abc-0123456789ab}',
    '018f4c3a-7b2c-7def-8abc-0123456789a',
    '018f4c3a-7b2c-7def-8abc-0123456789abc',
    '018f4c3a-7b2c-7def-8abc-0123456789ag',
    '018f4c3a-7b2c-7def-8abc-0123456789ab\n',
    "018f4c3a-7b2c-7def-8abc-0123456789ab' OR 1=1",
  ])('rejects %j', (text) => {
    expect(isId(text)).toBe(false);
  });
});
