import { array, assert, integer, property } from 'fast-check';
import { expect, it } from 'vitest';
import { packParts, type TimedVisits } from './pack-parts.ts';

const stretch = (at: number, visits: number): TimedVisits => ({ fromMs: at, untilMs: at + 1, visits });

it('puts stretches together up to the limit, and leaves one that is larger by itself', () => {
  const parts = packParts([stretch(0, 4), stretch(1, 5), stretch(5, 2), stretch(6, 30), stretch(7, 1)], 10);
  expect(parts).toEqual([
    { fromMs: 0, untilMs: 2, visits: 9 },
    { fromMs: 5, untilMs: 6, visits: 2 },
    { fromMs: 6, untilMs: 7, visits: 30 },
    { fromMs: 7, untilMs: 8, visits: 1 },
  ]);
  expect(packParts([], 10)).toEqual([]);
});

it('loses no visit, keeps the order, and lets no two parts meet', () => {
  assert(
    property(array(integer({ min: 1, max: 20 })), integer({ min: 1, max: 50 }), (counts, visitsMax) => {
      const stretches = counts.map((visits, at) => stretch(at * 2, visits));
      const parts = packParts(stretches, visitsMax);
      for (const { fromMs, untilMs, visits } of parts) {
        const inside = stretches.filter((one) => one.fromMs >= fromMs && one.untilMs <= untilMs);
        expect(inside.reduce((sum, one) => sum + one.visits, 0)).toBe(visits);
        expect(visits <= visitsMax || inside.length === 1).toBe(true);
      }
      expect(parts.reduce((sum, { visits }) => sum + visits, 0)).toBe(
        counts.reduce((sum, one) => sum + one, 0),
      );
    }),
  );
});
