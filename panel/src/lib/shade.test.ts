import { expect, it } from 'vitest';
import { heatOf, scaleOf, shareOf } from './shade.ts';

it('a share is of the total, which may be more than the rows that are here', () => {
  const scale = scaleOf([50, 30, null, undefined], 100);
  expect(shareOf(50, scale)).toBe(0.5);
  expect(shareOf(null, scale)).toBe(0);
  expect(shareOf(5, scaleOf([], 0))).toBe(0);
});

it('with losses among gains, a share is of all that moved', () => {
  const scale = scaleOf([30, -10], 20);
  expect(shareOf(30, scale)).toBe(0.75);
  expect(shareOf(-10, scale)).toBe(0.25);
});

it('heat goes from nothing to the largest gain, and to the largest loss', () => {
  const scale = scaleOf([40, 10, -5, 0], undefined);
  expect([40, 10, -5, 0, null].map((value) => heatOf(value, scale))).toEqual([1, 0.25, 1, 0, 0]);
});
