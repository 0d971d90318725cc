import { describe, expect, test } from 'vitest';
import { add, errorOfShare, estimateMean, toPercent, type Sums } from './estimates.ts';

describe('errorOfShare', () => {
  test('uses the normal approximation with finite population correction', () => {
    // 1.96 * sqrt(0.5 * 0.5 / 1000) = 3.0990 percentage points. A sample of half the visits multiplies the error by
    // sqrt(0.5).
    expect(errorOfShare(500, 1_000, 1e12)).toBeCloseTo(3.099, 3);
    expect(errorOfShare(500, 1_000, 2_000)).toBeCloseTo(2.1913, 3);
  });

  test('is zero if all visits or none of them were checked', () => {
    expect(errorOfShare(10, 20, 20)).toBe(0);
    expect(errorOfShare(0, 0, 20)).toBe(0);
    expect(toPercent(0, 0)).toBe(0);
    expect(toPercent(1, 3)).toBe(33.3333);
  });
});

describe('estimateMean', () => {
  function estimate(amounts: number[]) {
    const sums: Sums = { sum: 0, squares: 0 };
    for (const amount of amounts) add(sums, amount);
    return estimateMean(sums, amounts.length);
  }

  test('returns a range of 1.96 standard errors', () => {
    const amounts = Array.from({ length: 100 }, (_, at) => (at < 10 ? 10 : 0));
    // The variance is 900/99, so the standard error is 0.30151.
    expect(estimate(amounts)).toEqual({ mean: 1, low: 0.409038, high: 1.590962 });
  });

  test('returns no range for few or identical amounts', () => {
    expect(estimate([1, 2, 3])).toEqual({ mean: 2, low: null, high: null });
    expect(estimate(Array.from({ length: 50 }, () => 0))).toEqual({ mean: 0, low: null, high: null });
    expect(estimate([])).toBeNull();
  });
});
