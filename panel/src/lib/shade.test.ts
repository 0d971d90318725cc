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
