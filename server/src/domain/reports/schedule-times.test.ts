import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextDueTime, skipMissed, type ScheduleTimes } from './schedule-times.ts';

const daily = (hour: number): ScheduleTimes => ({ frequency: 'daily', weekday: null, monthDay: null, hour });
const weekly = (weekday: number): ScheduleTimes => ({
  frequency: 'weekly',
  weekday,
  monthDay: null,
  hour: 8,
});
const monthly = (monthDay: number): ScheduleTimes => ({
  frequency: 'monthly',
  weekday: null,
  monthDay,
  hour: 8,
});
const next = ([times, timezone, after]: [ScheduleTimes, string, string]) =>
  nextDueTime(times, timezone, new Date(after)).toISOString().replace(':00.000Z', 'Z');

describe('nextDueTime', () => {
  it.each<[string, ScheduleTimes, string, string, string]>([
    ['later on the same day', daily(8), 'Europe/Berlin', '2026-11-19T06:59Z', '2026-11-19T07:00Z'],
    [
      'the next day at the due time itself',
      daily(8),
      'Europe/Berlin',
      '2026-11-19T07:00Z',
      '2026-11-20T07:00Z',
    ],
    [
      'the local day of the time zone',
      daily(0),
      'Pacific/Kiritimati',
      '2026-11-19T09:59Z',
      '2026-11-19T10:00Z',
    ],
    ['a Monday', weekly(1), 'UTC', '2026-11-19T12:00Z', '2026-11-23T08:00Z'],
    ['a Sunday', weekly(7), 'UTC', '2026-11-19T12:00Z', '2026-11-22T08:00Z'],
    ['the day of the month', monthly(15), 'UTC', '2026-11-19T12:00Z', '2026-12-15T08:00Z'],
    ['the last day of a shorter month', monthly(31), 'UTC', '2027-02-01T12:00Z', '2027-02-28T08:00Z'],
    ['February 29 in a leap year', monthly(30), 'UTC', '2028-02-01T12:00Z', '2028-02-29T08:00Z'],
    // Clocks go from 02:00 to 03:00.
    [
      'the next hour instead of a skipped one',
      daily(2),
      'Europe/Berlin',
      '2026-03-28T12:00Z',
      '2026-03-29T01:00Z',
    ],
    ['the same hour a day later', daily(2), 'Europe/Berlin', '2026-03-29T01:00Z', '2026-03-30T00:00Z'],
    // Clocks go from 03:00 back to 02:00.
    ['the first of two equal hours', daily(2), 'Europe/Berlin', '2026-10-24T12:00Z', '2026-10-25T00:00Z'],
    [
      'nothing at the second of two equal hours',
      daily(2),
      'Europe/Berlin',
      '2026-10-25T00:00Z',
      '2026-10-26T01:00Z',
    ],
    ['the end of a skipped midnight', daily(0), 'America/Santiago', '2026-09-05T12:00Z', '2026-09-06T04:00Z'],
  ])('returns %s', (_, ...given) => {
    const [times, timezone, after, expected] = given;
    expect(next([times, timezone, after])).toBe(expected);
  });

  it('is later than the given time, and due at most once a day in every time zone', () => {
    const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
    const moment = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(zone, moment, fc.integer({ min: 0, max: 23 }), (timezone, after, hour) => {
        const first = nextDueTime(daily(hour), timezone, after);
        const second = nextDueTime(daily(hour), timezone, first);
        const dateOf = (time: Date) => time.toLocaleDateString('sv-SE', { timeZone: timezone });
        expect(first.getTime()).toBeGreaterThan(after.getTime());
        expect(dateOf(second) > dateOf(first)).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});

it('skipMissed keeps only the latest of several missed times', () => {
  const missed = { dueAt: new Date('2026-11-10T08:00Z'), now: new Date('2026-11-19T12:00Z') };
  const { dueAt, nextAt } = skipMissed(daily(8), 'UTC', missed);
  expect([dueAt.toISOString(), nextAt.toISOString()]).toEqual([
    '2026-11-19T08:00:00.000Z',
    '2026-11-20T08:00:00.000Z',
  ]);
});
