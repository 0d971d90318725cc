import fc from 'fast-check';
import { expect, it } from 'vitest';
import { heatOf, scaleOf, shareOf } from './shade.ts';

it('shareOf is relative to the total, which can exceed the listed rows', () => {
  const scale = scaleOf([50, 30, null, undefined], 100);
  expect(shareOf(50, scale)).toBe(0.5);
  expect(shareOf(null, scale)).toBe(0);
  expect(shareOf(5, scaleOf([], 0))).toBe(0);
});

it('shareOf is relative to the sum of absolute values if there are losses', () => {
  const scale = scaleOf([30, -10], 20);
  expect(shareOf(30, scale)).toBe(0.75);
  expect(shareOf(-10, scale)).toBe(0.25);
});

it('heatOf is relative to the largest gain or the largest loss', () => {
  const scale = scaleOf([40, 10, -5, 0], undefined);
  expect([40, 10, -5, 0, null].map((value) => heatOf(value, scale))).toEqual([1, 0.25, 1, 0, 0]);
});

it('shareOf and heatOf stay between 0 and 1 for every listed value, including losses and huge values', () => {
  const value = fc.oneof(
    fc.double({ noNaN: true, min: -1e12, max: 1e12 }),
    fc.constantFrom(null, undefined, 0),
  );
  fc.assert(
    fc.property(
      fc.array(value),
      fc.option(fc.double({ noNaN: true, min: -1e12, max: 1e12 })),
      (values, total) => {
        const scale = scaleOf(values, total);
        for (const one of values)
          for (const shade of [shareOf(one, scale), heatOf(one, scale)]) {
            expect(shade).toBeGreaterThanOrEqual(0);
            expect(shade).toBeLessThanOrEqual(1);
          }
      },
    ),
  );
});

it('shareOf is 1 if a value exceeds the total, which can be outdated', () => {
  expect(shareOf(120, scaleOf([120], 100))).toBe(1);
});

it('shareOf is relative to the listed values if the total is unknown', () => {
  expect(shareOf(10, scaleOf([10, 30], null))).toBe(0.25);
  expect(shareOf(10, scaleOf([10, 30], undefined))).toBe(0.25);
});

it('heatOf is 0 for a value outside the scale if no value in the scale has the same sign', () => {
  expect(heatOf(-3, scaleOf([5, 9], undefined))).toBe(0);
  expect(heatOf(3, scaleOf([], undefined))).toBe(0);
});
