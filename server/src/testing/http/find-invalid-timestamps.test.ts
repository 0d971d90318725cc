import { expect, it } from 'vitest';
import { findInvalidTimestamps } from './find-invalid-timestamps.ts';

it('findInvalidTimestamps finds timestamps at any depth that are not ISO 8601 with a time zone', () => {
  const good = { createdAt: '2026-11-16T10:40:05.128+01:00', endsAt: null, time: '2026-11-16T10:40:05Z' };
  const other = {
    from: '2026-11-16',
    durationMs: 1_800_000_000,
    lookedUpAt: '2026-11-16',
    name: 'At 10:40',
    secondsSinceVisit: 5,
  };
  expect(findInvalidTimestamps({ items: [good, other] })).toEqual([]);
  expect(
    findInvalidTimestamps({
      items: [{ createdAt: '2026-11-16 10:40:05' }, { a: { lastTime: 1_763_289_605 } }],
    }),
  ).toEqual(['.items.createdAt: 2026-11-16 10:40:05', '.items.a.lastTime: 1763289605']);
  expect(findInvalidTimestamps(['2026-11-16T10:40'])).toEqual([': 2026-11-16T10:40']);
});
