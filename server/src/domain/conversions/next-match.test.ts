import { describe, expect, it } from 'vitest';
import { nextMatch, retryAt } from './next-match.ts';

const dayMs = 86_400_000;

describe('nextMatch', () => {
  it('returns waiting for ten minutes, then no-visit with growing pauses', () => {
    const attempts: { ms: number; verdict: string }[] = [];
    for (let nowMs = 0, before = 0; nowMs < 30 * dayMs; before += 1) {
      const { verdict, nextMs } = nextMatch(before, 0, nowMs);
      attempts.push({ ms: nowMs, verdict });
      expect(nextMs).toBeGreaterThan(nowMs);
      expect(nextMs - nowMs).toBeLessThanOrEqual(dayMs / 4);
      nowMs = nextMs;
    }
    const first = attempts.find(({ verdict }) => verdict === 'no-visit');
    expect(first?.ms).toBe(600_000);
    expect(attempts.filter(({ verdict }) => verdict === 'waiting')).toHaveLength(18);
    expect(attempts.length).toBeLessThan(180);
  });

  it.each([
    [0, 150_000],
    [600_000, 150_000],
    [4 * 3_600_000, 3_600_000],
    [30 * dayMs, 6 * 3_600_000],
  ])('retries after a quarter of the age, within limits: %i ms old', (ageMs, pauseMs) => {
    expect(nextMatch(18, 1_000, 1_000 + ageMs)).toEqual({
      verdict: 'no-visit',
      nextMs: 1_000 + ageMs + pauseMs,
    });
  });

  it('starts the full sequence of retries even after an outage of several hours', () => {
    expect(nextMatch(0, 0, 5 * 3_600_000)).toEqual({ verdict: 'waiting', nextMs: 5 * 3_600_000 + 1_000 });
  });

  it("does not retry constantly if an edge's clock is ahead", () => {
    expect(nextMatch(40, 2_000_000, 1_000_000).nextMs).toBeGreaterThanOrEqual(1_100_000);
  });
});

it('retryAt increases pauses up to five minutes', () => {
  const times = [500];
  for (let at = 0; at < 11; at += 1) times.push(retryAt(0, times[at] ?? 0));
  const pauses = times.slice(1).map((ms, at) => ms - (times[at] ?? 0));
  expect(pauses).toEqual([
    1_000, 1_500, 3_000, 6_000, 12_000, 24_000, 48_000, 96_000, 192_000, 300_000, 300_000,
  ]);
});

it("retryAt never shortens a pause if an edge's clock is ahead", () => {
  expect(retryAt(9_000, 5_000)).toBe(6_000);
});
