import { expect, it } from 'vitest';
import { nextTry } from './next-try.ts';

it('a request that could not be applied is tried after pauses that grow up to five minutes', () => {
  const tries = [500];
  for (let at = 0; at < 11; at += 1) tries.push(nextTry(0, tries[at] ?? 0));
  const pauses = tries.slice(1).map((ms, at) => ms - (tries[at] ?? 0));
  expect(pauses).toEqual([
    1_000, 1_500, 3_000, 6_000, 12_000, 24_000, 48_000, 96_000, 192_000, 300_000, 300_000,
  ]);
});

it('the clock of an edge that is ahead makes no pause shorter', () => {
  expect(nextTry(9_000, 5_000)).toBe(6_000);
});
