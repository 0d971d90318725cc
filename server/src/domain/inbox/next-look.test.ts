import { describe, expect, it } from 'vitest';
import { nextLook } from './next-look.ts';

const dayMs = 86_400_000;

describe('a visit that is not there', () => {
  it('is looked for over ten minutes, then seldom, and ever more seldom', () => {
    const looks: { ms: number; verdict: string }[] = [];
    for (let nowMs = 0, before = 0; nowMs < 30 * dayMs; before += 1) {
      const { verdict, nextMs } = nextLook(before, 0, nowMs);
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

  it('has its ten minutes also where nobody could look for hours', () => {
    expect(nextLook(0, 0, 5 * 3_600_000)).toEqual({ verdict: 'waiting', nextMs: 5 * 3_600_000 + 1_000 });
  });

  it('is not looked for all the time where the clock of an edge is ahead', () => {
    expect(nextLook(40, 2_000_000, 1_000_000).nextMs).toBeGreaterThanOrEqual(1_100_000);
  });
});
