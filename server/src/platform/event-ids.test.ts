import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newEventId } from './event-ids.ts';

// What it has in common with newId is tested with that.
describe('newEventId', () => {
  it('shares its random bits with the ids before it and is larger than all of them, while the clock goes on', () => {
    const ids = Array.from({ length: 4_000 }, (_, at) => newEventId(1_700_000_000_000 + Math.floor(at / 10)));
    expect(new Set(ids.map((id) => id.slice(19))).size).toBe(1);
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('differs from every other when the clock goes back and forth', () => {
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
