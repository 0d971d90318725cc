import { describe, expect, it } from 'vitest';
import { dayBounds } from './day-bounds.ts';
import { shiftDay } from './period-before.ts';

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
    // Midnight does not exist on this day, because the clocks skip it.
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

  // Offsets of 30 and 45 minutes, the largest offsets in both directions, a half-hour clock change, clocks that change
  // at midnight, and clocks that are set back into the previous day.
  it.each([
    ['America/St_Johns', '2026-03-08'],
    ['Asia/Kathmandu', '2026-01-01'],
    ['Australia/Lord_Howe', '2026-04-05'],
    ['Australia/Lord_Howe', '2026-10-04'],
    ['Pacific/Kiritimati', '2026-12-31'],
    ['Pacific/Pago_Pago', '2024-02-29'],
    ['America/Santiago', '2026-04-05'],
    ['America/Santiago', '2026-09-06'],
    ['America/Havana', '2026-03-08'],
    ['America/Havana', '2026-11-01'],
    ['Asia/Beirut', '2026-03-29'],
    ['Asia/Beirut', '2026-10-25'],
    ['America/Godthab', '2026-03-29'],
    ['America/Godthab', '2026-10-25'],
    ['Africa/Cairo', '2026-04-24'],
    ['Africa/Cairo', '2026-10-30'],
    ['Atlantic/Azores', '2026-10-25'],
  ])('starts and ends exactly where the date changes in %s around %s', (timezone, changeDay) => {
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short' });
    const dayAt = (moment: string, shiftMs: number) => format.format(Date.parse(moment) + shiftMs);
    for (const shift of [-1, 0, 1]) {
      const day = shiftDay(changeDay, shift);
      const { from, to } = dayBounds({ from: day, to: day }, timezone);
      expect([dayAt(from, -1), dayAt(from, 0)]).toEqual([shiftDay(day, -1), day]);
      expect([dayAt(to, 0), dayAt(to, 1)]).toEqual([day, shiftDay(day, 1)]);
    }
  });
});
