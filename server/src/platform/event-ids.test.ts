import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newEventId } from './event-ids.ts';

const moments = fc.nat(2 ** 48 - 1);

describe('newEventId', () => {
  it('is a UUID of version 7 in its usual, lower-case spelling', () => {
    fc.assert(
      fc.property(moments, (nowMs) => {
        expect(newEventId(nowMs)).toMatch(
          /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
        );
      }),
    );
  });

  it('sorts as text in the order of the moments', () => {
    fc.assert(
      fc.property(moments, moments, (one, other) => {
        fc.pre(one !== other);
        expect(newEventId(one) < newEventId(other)).toBe(one < other);
      }),
    );
  });

  it('carries the moment to the millisecond in its first 48 bits', () => {
    fc.assert(
      fc.property(moments, (nowMs) => {
        expect(Number.parseInt(newEventId(nowMs).replaceAll('-', '').slice(0, 12), 16)).toBe(nowMs);
      }),
    );
  });

  it('differs within one moment, of which it has room for 4,096 before it draws anew', () => {
    const ids = Array.from({ length: 10_000 }, () => newEventId(1_700_000_000_000));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('shares its random bits with the ids before it and is larger than all of them, while the clock goes on', () => {
    const ids = Array.from({ length: 4_000 }, (_, at) => newEventId(1_700_000_000_000 + Math.floor(at / 10)));
    expect(new Set(ids.map((id) => id.slice(19))).size).toBe(1);
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('differs from every other when the clock goes back and forth', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.integer({ min: -3, max: 3 }).map((step) => 1_700_000_000_000 + step),
          { maxLength: 200 },
        ),
        (times) => {
          const ids = times.map((timeMs) => newEventId(timeMs));
          expect(new Set(ids).size).toBe(ids.length);
        },
      ),
    );
  });

  it('draws 62 bits at random whenever the clock goes back', () => {
    const ids = Array.from({ length: 4_000 }, (_, at) => newEventId(8_000 - at).replaceAll('-', ''));
    const ones = Array.from({ length: 128 }, () => 0);
    for (const id of ids)
      for (const [at, bit] of [...BigInt(`0x${id}`).toString(2).padStart(128, '0')].entries())
        ones[at] = (ones[at] ?? 0) + Number(bit);
    // Eight standard deviations: a bit that is drawn at random lies outside about once in 10 ** 15 runs.
    const isRandom = (count: number) => Math.abs(count - 2_000) < 253;
    expect(ones.slice(66).every(isRandom)).toBe(true);
  });
});
