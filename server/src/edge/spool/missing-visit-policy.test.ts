import { describe, expect, it } from 'vitest';
import { MissingVisitPolicy } from './missing-visit-policy.ts';

const limits = { mostMs: 60_000, quietMs: 10_000, againMs: 1_000 };

const missing = (count: number) => ({ count, newestMs: count === 0 ? 0 : 1 });
const noneOfOwn = { visitsSinceMs: undefined };

/** Whether the batch has to wait at each of these moments, given how many of its visits are missing then. */
function decide(moments: [atMs: number, count: number][]): boolean[] {
  const wait = new MissingVisitPolicy(limits);
  return moments.map(([upMs, count]) => wait.mustWait('a', missing(count), { upMs, ...noneOfOwn }));
}

describe('a batch whose visits are missing', () => {
  it('does not wait when none is', () => {
    expect(decide([[0, 0]])).toEqual([false]);
  });

  it('waits until all are found', () => {
    expect(
      decide([
        [0, 3],
        [1_000, 1],
        [2_000, 0],
      ]),
    ).toEqual([true, true, false]);
  });

  it('waits no longer when no more are found for a while', () => {
    expect(
      decide([
        [0, 3],
        [5_000, 2],
        [14_999, 2],
        [15_000, 2],
      ]),
    ).toEqual([true, true, true, false]);
  });

  it('waits no longer than the most, however many are still being found', () => {
    const moments = Array.from({ length: 61 }, (_, second): [number, number] => [
      second * 1_000,
      100 - second,
    ]);
    const decisions = decide(moments);
    expect(decisions.slice(0, -1)).not.toContain(false);
    expect(decisions.at(-1)).toBe(false);
  });

  it('is tried again a little later, while others need not wait', () => {
    const wait = new MissingVisitPolicy(limits);
    wait.mustWait('a', missing(1), { upMs: 500, ...noneOfOwn });
    expect(wait.againAt('a', noneOfOwn)).toBe(1_500);
    expect(wait.againAt('b', noneOfOwn)).toBe(0);
    expect(wait.size).toBe(1);
    wait.mustWait('a', missing(0), { upMs: 1_500, ...noneOfOwn });
    expect(wait.againAt('a', noneOfOwn)).toBe(0);
    expect(wait.size).toBe(0);
  });

  describe('and may be on their way from the same edge', () => {
    const visitMs = 100_000;
    const late = { count: 1, newestMs: visitMs };

    it('waits for them however long, and then as long as for others', () => {
      const wait = new MissingVisitPolicy(limits);
      const decideAt = (upMs: number, visitsSinceMs: number) =>
        wait.mustWait('a', late, { upMs, visitsSinceMs });
      expect(decideAt(200_000, visitMs)).toBe(true);
      expect(decideAt(9_200_000, visitMs)).toBe(true);
      expect(decideAt(9_201_000, visitMs + 60_000)).toBe(true);
      expect(decideAt(9_209_999, visitMs + 60_000)).toBe(true);
      expect(decideAt(9_210_000, visitMs + 60_000)).toBe(false);
    });

    it('waits for rows that were written a little later than their time says', () => {
      const wait = new MissingVisitPolicy({ ...limits, quietMs: 0 });
      expect(wait.mustWait('a', late, { upMs: 0, visitsSinceMs: visitMs + 5_000 })).toBe(true);
      expect(wait.mustWait('a', late, { upMs: 0, visitsSinceMs: visitMs + 5_001 })).toBe(false);
    });

    it('is tried every second once they are near, and not before', () => {
      const wait = new MissingVisitPolicy(limits);
      wait.mustWait('a', late, { upMs: 0, visitsSinceMs: 0 });
      expect(wait.againAt('a', { visitsSinceMs: visitMs - 10_000 })).toBe(Infinity);
      expect(wait.againAt('a', { visitsSinceMs: visitMs - 9_999 })).toBe(1_000);
      expect(wait.againAt('a', { visitsSinceMs: visitMs + 60_000 })).toBe(1_000);
      expect(wait.againAt('a', noneOfOwn)).toBe(1_000);
    });
  });
});
