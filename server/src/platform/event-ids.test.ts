import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deriveEventId, newEventId } from './event-ids.ts';
import { timeOfId } from './ids.ts';

// Behavior that newEventId shares with newId is tested in ids.test.ts.
describe('newEventId', () => {
  it('returns IDs that share random bits and are in order while the clock advances', () => {
    const ids = Array.from({ length: 4_000 }, (_, at) => newEventId(1_700_000_000_000 + Math.floor(at / 10)));
    expect(new Set(ids.map((id) => id.slice(19))).size).toBe(1);
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('returns unique IDs when the clock moves back and forth', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.integer({ min: -3, max: 3 }).map((step) => 1_700_000_000_000 + step),
          { maxLength: 200 },
        ),
        (times) => {
          const ids = times.map((timeMs) => newEventId(timeMs));
          expect(new Set(ids).size).toBe(ids.length);
        },
      ),
    );
  });
});

it('deriveEventId is deterministic, contains the time and sorts by position', () => {
  const timeMs = Date.UTC(2026, 10, 15);
  const source = newEventId(timeMs);
  const ids = [1, 2, 300].map((position) => deriveEventId(source, position, timeMs));
  expect(ids).toEqual([1, 2, 300].map((position) => deriveEventId(source, position, timeMs)));
  expect(ids).toEqual(ids.toSorted());
  expect(new Set([...ids, deriveEventId(newEventId(timeMs), 1, timeMs)]).size).toBe(4);
  for (const id of ids) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(timeOfId(id)).toBe(timeMs);
  }
});
