import { describe, expect, it } from 'vitest';
import { dayBounds } from './day-bounds.ts';

describe('dayBounds', () => {
  it.each([
    [
      'UTC',
      { from: '2026-11-16', to: '2026-11-16' },
      { from: '2026-11-16T00:00:00.000Z', to: '2026-11-16T23:59:59.999Z' },
    ],
    [
      'Asia/Kolkata',
      { from: '2026-11-16', to: '2026-11-17' },
      { from: '2026-11-15T18:30:00.000Z', to: '2026-11-17T18:29:59.999Z' },
    ],
    // On this day, midnight does not exist, because the clocks skip it.
    [
      'America/Santiago',
      { from: '2026-09-06', to: '2026-09-06' },
      { from: '2026-09-06T04:00:00.000Z', to: '2026-09-07T02:59:59.999Z' },
    ],
    // The clocks change to or from daylight saving time on these days.
    [
      'Europe/Berlin',
      { from: '2026-03-29', to: '2026-03-29' },
      { from: '2026-03-28T23:00:00.000Z', to: '2026-03-29T21:59:59.999Z' },
    ],
    [
      'Europe/Berlin',
      { from: '2026-10-25', to: '2026-10-25' },
      { from: '2026-10-24T22:00:00.000Z', to: '2026-10-25T22:59:59.999Z' },
    ],
    [
      'America/New_York',
      { from: '2026-11-01', to: '2026-11-01' },
      { from: '2026-11-01T04:00:00.000Z', to: '2026-11-02T04:59:59.999Z' },
    ],
  ])('converts days in %s: %j', (timezone, days, moments) => {
    expect(dayBounds(days, timezone)).toEqual(moments);
  });
});
