import { describe, expect, it } from 'vitest';
import { MissingVisitPolicy } from './missing-visit-policy.ts';

const limits = { maxWaitMs: 60_000, noProgressMs: 10_000, retryMs: 1_000 };

const missing = (count: number) => ({ count, newestMs: count === 0 ? 0 : 1 });
const noOwnVisits = { visitsSinceMs: undefined };

function decide(moments: [atMs: number, count: number][]): boolean[] {
  const policy = new MissingVisitPolicy(limits);
  return moments.map(([upMs, count]) => policy.mustWait('a', missing(count), { upMs, ...noOwnVisits }));
}

describe('MissingVisitPolicy', () => {
  it('does not wait if no visit is missing', () => {
    expect(decide([[0, 0]])).toEqual([false]);
  });

  it('waits until all visits are found', () => {
    expect(
      decide([
        [0, 3],
        [1_000, 1],
        [2_000, 0],
      ]),
    ).toEqual([true, true, false]);
  });

  it('stops waiting if no more visits are found for a while', () => {
    expect(
      decide([
        [0, 3],
        [5_000, 2],
        [14_999, 2],
        [15_000, 2],
      ]),
    ).toEqual([true, true, true, false]);
  });

  it('stops waiting after the maximum even if visits are still being found', () => {
    const moments = Array.from({ length: 61 }, (_, second): [number, number] => [
      second * 1_000,
      100 - second,
    ]);
    const decisions = decide(moments);
    expect(decisions.slice(0, -1)).not.toContain(false);
    expect(decisions.at(-1)).toBe(false);
  });

  it('retries a waiting batch after a pause and does not delay other batches', () => {
    const policy = new MissingVisitPolicy(limits);
    policy.mustWait('a', missing(1), { upMs: 500, ...noOwnVisits });
    expect(policy.retryAt('a', noOwnVisits)).toBe(1_500);
    expect(policy.retryAt('b', noOwnVisits)).toBe(0);
    expect(policy.size).toBe(1);
    policy.mustWait('a', missing(0), { upMs: 1_500, ...noOwnVisits });
    expect(policy.retryAt('a', noOwnVisits)).toBe(0);
    expect(policy.size).toBe(0);
  });

  describe('for visits from the same edge', () => {
    const visitMs = 100_000;
    const late = { count: 1, newestMs: visitMs };

    it('waits while they may still be unshipped, and then as long as for visits from other edges', () => {
      const policy = new MissingVisitPolicy(limits);
      const decideAt = (upMs: number, visitsSinceMs: number) =>
        policy.mustWait('a', late, { upMs, visitsSinceMs });
      expect(decideAt(200_000, visitMs)).toBe(true);
      expect(decideAt(9_200_000, visitMs)).toBe(true);
      expect(decideAt(9_201_000, visitMs + 60_000)).toBe(true);
      expect(decideAt(9_209_999, visitMs + 60_000)).toBe(true);
      expect(decideAt(9_210_000, visitMs + 60_000)).toBe(false);
    });

    it('waits for visits that are written up to five seconds after their timestamp', () => {
      const policy = new MissingVisitPolicy({ ...limits, noProgressMs: 0 });
      expect(policy.mustWait('a', late, { upMs: 0, visitsSinceMs: visitMs + 5_000 })).toBe(true);
      expect(policy.mustWait('a', late, { upMs: 0, visitsSinceMs: visitMs + 5_001 })).toBe(false);
    });

    it('retries only when the oldest unshipped visit is close in time to the missing visits', () => {
      const policy = new MissingVisitPolicy(limits);
      policy.mustWait('a', late, { upMs: 0, visitsSinceMs: 0 });
      expect(policy.retryAt('a', { visitsSinceMs: visitMs - 10_000 })).toBe(Infinity);
      expect(policy.retryAt('a', { visitsSinceMs: visitMs - 9_999 })).toBe(1_000);
      expect(policy.retryAt('a', { visitsSinceMs: visitMs + 60_000 })).toBe(1_000);
      expect(policy.retryAt('a', noOwnVisits)).toBe(1_000);
    });
  });
});
