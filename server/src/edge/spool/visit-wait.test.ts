import { describe, expect, it } from 'vitest';
import { VisitWait } from './visit-wait.ts';

const limits = { mostMs: 60_000, quietMs: 10_000, againMs: 1_000 };

/** Whether the batch has to wait at each of these moments, given how many of its visits are missing then. */
function decide(moments: [atMs: number, missing: number][]): boolean[] {
  const wait = new VisitWait(limits);
  return moments.map(([atMs, missing]) => wait.mustWait('a', missing, atMs));
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
    const wait = new VisitWait(limits);
    wait.mustWait('a', 1, 500);
    expect(wait.againAt('a')).toBe(1_500);
    expect(wait.againAt('b')).toBe(0);
    wait.mustWait('a', 0, 1_500);
    expect(wait.againAt('a')).toBe(0);
  });
});
