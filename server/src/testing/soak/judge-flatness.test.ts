import { describe, expect, it } from 'vitest';
import { judgeFlatness, percentile } from './judge-flatness.ts';

const allowance = { absolute: 10, share: 0.1 };
const series = (valueAt: (index: number) => number) =>
  Array.from({ length: 60 }, (_, index) => ({ seconds: index * 10, value: valueAt(index) }));
const judge = (valueAt: (index: number) => number) => judgeFlatness(series(valueAt), allowance);

describe('judgeFlatness', () => {
  it('accepts a constant, a falling and a noisy series', () => {
    expect(judge(() => 200)?.isFlat).toBe(true);
    expect(judge((index) => 200 - index)?.isFlat).toBe(true);
    expect(judge((index) => 200 + (index % 7) * 8)?.isFlat).toBe(true);
  });

  it('accepts a sawtooth and single peaks', () => {
    expect(judge((index) => 200 + (index % 5) * 40)?.isFlat).toBe(true);
    expect(judge((index) => (index > 55 ? 900 : 200))?.isFlat).toBe(true);
  });

  it('rejects a slow leak below the noise', () => {
    const leak = judge((index) => 200 + index + (index % 5) * 12);
    expect(leak?.isFlat).toBe(false);
    expect(leak?.rise).toBeCloseTo(60, -1);
  });

  it('rejects a rise in steps', () => {
    expect(judge((index) => 200 + Math.floor(index / 15) * 20)?.isFlat).toBe(false);
  });

  it('allows a rise up to the share or the absolute limit, whichever is larger', () => {
    expect(judge((index) => index / 7)).toMatchObject({ riseMax: 10, isFlat: true });
    expect(judge((index) => index / 5)).toMatchObject({ riseMax: 10, isFlat: false });
    expect(judge((index) => 1_000 + index)).toMatchObject({ start: 1_009.5, rise: 60, isFlat: true });
  });

  it('returns undefined for fewer than three points', () => {
    expect(judgeFlatness([], allowance)).toBeUndefined();
    expect(judgeFlatness(series(() => 1).slice(0, 2), allowance)).toBeUndefined();
  });
});

describe('percentile', () => {
  it('returns the smallest value that is larger than the share, and 0 without values', () => {
    const values = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect([percentile(values, 0.99), percentile(values, 0.5), percentile([], 0.99)]).toEqual([100, 51, 0]);
  });
});
