import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newEventId } from './event-ids.ts';
import { isId, newId } from './ids.ts';

const moments = fc.nat(2 ** 48 - 1);

describe.each([
  ['newId', newId],
  ['newEventId', newEventId],
])('%s', (_, make) => {
  it('is a UUID of version 7 in its usual, lower-case spelling', () => {
    fc.assert(
      fc.property(moments, (nowMs) => {
        expect(make(nowMs)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      }),
    );
  });

  it('sorts as text in the order of the moments', () => {
    fc.assert(
      fc.property(moments, moments, (one, other) => {
        fc.pre(one !== other);
        expect(make(one) < make(other)).toBe(one < other);
      }),
    );
  });

  it('carries the moment to the millisecond in its first 48 bits', () => {
    fc.assert(
      fc.property(moments, (nowMs) => {
        expect(Number.parseInt(make(nowMs).replaceAll('-', '').slice(0, 12), 16)).toBe(nowMs);
      }),
    );
  });

  it('sorts within one moment in the order in which they were made', () => {
    const last = 2 ** 48 - 1;
    const ids = Array.from({ length: 3_000 }, () => make(last));
    expect(ids.toSorted()).toEqual(ids);
  });

  // More than the 4,096 that can be counted.
  it('differs within one moment', () => {
    const ids = Array.from({ length: 10_000 }, () => make(1_700_000_000_000));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('draws 62 bits at random whenever the clock goes back', () => {
    const ones = countOnes(Array.from({ length: 4_000 }, (_id, at) => make(8_000 - at)));
    expect(ones.slice(66).every(isRandom)).toBe(true);
  });
});

describe('newId', () => {
  it('goes on counting where ids of an earlier moment were made between', () => {
    const last = 2 ** 48 - 1;
    const ids = Array.from({ length: 50 }, () => [newId(last), newId(5)] as const).map(([id]) => id);
    expect(ids.toSorted()).toEqual(ids);
  });

  it('draws its last 62 bits at random, for each id, also after many', () => {
    const ones = countOnes(Array.from({ length: 4_000 }, (_id, at) => newId(at)));
    expect(ones.slice(66).every(isRandom)).toBe(true);
  });
});

/** Of each bit: in how many of the ids it is set. */
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

/** Eight standard deviations, of 4,000 ids: a bit that is drawn at random lies outside about once in 10 ** 15 runs. */
function isRandom(count: number): boolean {
  return Math.abs(count - 2_000) < 253;
}

describe('isId', () => {
  it('knows every id that is made, in capitals too', () => {
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
  ])('refuses %j', (text) => {
    expect(isId(text)).toBe(false);
  });
});
