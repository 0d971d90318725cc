import { describe, expect, it } from 'vitest';
import { nextMatch, retryAt } from './next-match.ts';

const dayMs = 86_400_000;

describe('a visit that is not there', () => {
  it('is looked for over ten minutes, then seldom, and ever more seldom', () => {
    const looks: { ms: number; verdict: string }[] = [];
    for (let nowMs = 0, before = 0; nowMs < 30 * dayMs; before += 1) {
      const { verdict, nextMs } = nextMatch(before, 0, nowMs);
      looks.push({ ms: nowMs, verdict });
      expect(nextMs).toBeGreaterThan(nowMs);
      expect(nextMs - nowMs).toBeLessThanOrEqual(dayMs / 4);
      nowMs = nextMs;
    }
    const first = looks.find(({ verdict }) => verdict === 'no-visit');
    expect(first?.ms).toBe(600_000);
    expect(looks.filter(({ verdict }) => verdict === 'waiting')).toHaveLength(18);
    expect(looks.length).toBeLessThan(180);
  });

  it.each([
    [0, 150_000],
    [600_000, 150_000],
    [4 * 3_600_000, 3_600_000],
    [30 * dayMs, 6 * 3_600_000],
  ])('is looked for again after a quarter of its age, within limits: %i ms old', (ageMs, pauseMs) => {
    expect(nextMatch(18, 1_000, 1_000 + ageMs)).toEqual({
      verdict: 'no-visit',
      nextMs: 1_000 + ageMs + pauseMs,
    });
  });

  it('has its ten minutes also where nobody could look for hours', () => {
    expect(nextMatch(0, 0, 5 * 3_600_000)).toEqual({ verdict: 'waiting', nextMs: 5 * 3_600_000 + 1_000 });
  });

  it('is not looked for all the time where the clock of an edge is ahead', () => {
    expect(nextMatch(40, 2_000_000, 1_000_000).nextMs).toBeGreaterThanOrEqual(1_100_000);
  });
});

it('a request that could not be applied is tried after pauses that grow up to five minutes', () => {
  const tries = [500];
  for (let at = 0; at < 11; at += 1) tries.push(retryAt(0, tries[at] ?? 0));
  const pauses = tries.slice(1).map((ms, at) => ms - (tries[at] ?? 0));
  expect(pauses).toEqual([
    1_000, 1_500, 3_000, 6_000, 12_000, 24_000, 48_000, 96_000, 192_000, 300_000, 300_000,
  ]);
});

it('the clock of an edge that is ahead makes no pause shorter', () => {
  expect(retryAt(9_000, 5_000)).toBe(6_000);
});
