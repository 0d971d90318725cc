import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { zonedClock } from './zoned-clock.ts';

function shown(timezone: string, time: string) {
  return zonedClock(timezone)(Date.parse(time));
}

describe('zonedClock', () => {
  it.each([
    ['UTC', '2026-01-01T00:00:00Z', { weekday: 4, hour: 0, date: '2026-01-01' }],
    ['UTC', '2026-01-04T23:59:59.999Z', { weekday: 7, hour: 23, date: '2026-01-04' }],
    ['Asia/Kolkata', '2026-01-04T18:29:59Z', { weekday: 7, hour: 23, date: '2026-01-04' }],
    ['Asia/Kolkata', '2026-01-04T18:30:00Z', { weekday: 1, hour: 0, date: '2026-01-05' }],
    ['Pacific/Kiritimati', '2026-12-31T10:00:00Z', { weekday: 5, hour: 0, date: '2027-01-01' }],
    ['America/Los_Angeles', '2026-03-01T07:59:00Z', { weekday: 6, hour: 23, date: '2026-02-28' }],
  ])('returns the local time in %s at %s', (timezone, time, wall) => {
    expect(shown(timezone, time)).toEqual(wall);
  });

  it('skips an hour when clocks go forward', () => {
    const hours = ['00:59:59', '01:00:00'].map((time) => shown('Europe/Berlin', `2026-03-29T${time}Z`).hour);
    expect(hours).toEqual([1, 3]);
  });

  it('repeats an hour when clocks go back', () => {
    const hours = ['00:30', '01:30', '02:30'].map(
      (time) => shown('Europe/Berlin', `2026-10-25T${time}:00Z`).hour,
    );
    expect(hours).toEqual([2, 2, 3]);
    expect(shown('Europe/Berlin', '2026-10-25T22:59:00Z')).toEqual({
      weekday: 7,
      hour: 23,
      date: '2026-10-25',
    });
  });

  it('follows clocks that move by half an hour', () => {
    const dates = ['2026-04-04T14:59:00Z', '2026-04-04T15:00:00Z'];
    expect(dates.map((date) => shown('Australia/Lord_Howe', date).hour)).toEqual([1, 1]);
    expect(shown('Australia/Lord_Howe', '2026-04-04T15:30:00Z').hour).toBe(2);
  });

  it('agrees with the platform at any time in any zone, in any order', () => {
    const zone = fc.constantFrom(
      'Europe/Berlin',
      'America/St_Johns',
      'Asia/Kathmandu',
      'Africa/Casablanca',
      'UTC',
    );
    const moment = fc.date({ min: new Date('1990-01-01'), max: new Date('2080-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(zone, moment, (timezone, date) => {
        const swedish = date.toLocaleString('sv-SE', { timeZone: timezone });
        const name = date.toLocaleString('en', { timeZone: timezone, weekday: 'short' });
        const { weekday, hour, date: day } = zonedClock(timezone)(date.getTime());
        expect(`${day} ${String(hour).padStart(2, '0')}`).toBe(swedish.slice(0, 13));
        expect(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'][weekday - 1]).toBe(name);
      }),
      { numRuns: 300 },
    );
  });
});
