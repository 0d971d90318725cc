import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clockIn,
  comparedDays,
  comparedPeriod,
  comparisons,
  daysBetween,
  daysIn,
  isComparisonName,
  periodBefore,
  shiftDay,
} from './period-before.ts';

const clock = { day: '2026-11-17', time: '09:30:00' };

it.each([
  [
    { from: '2026-11-10', to: '2026-11-12' },
    { from: '2026-11-07', to: '2026-11-09' },
  ],
  [
    { from: '2026-03-01', to: '2026-03-01' },
    { from: '2026-02-28', to: '2026-02-28' },
  ],
  [
    { from: '2026-11-17', to: '2026-11-17' },
    { from: '2026-11-16', to: '2026-11-16 09:30:00' },
  ],
  [
    { from: '2026-11-11', to: '2026-11-17' },
    { from: '2026-11-04', to: '2026-11-10 09:30:00' },
  ],
])('periodBefore of %o is %o', (period, before) => {
  expect(periodBefore(period, clock)).toEqual(before);
});

it.each([
  ['week', { from: '2026-11-10', to: '2026-11-12' }, { from: '2026-11-03', to: '2026-11-05' }],
  ['month', { from: '2026-03-29', to: '2026-03-31' }, { from: '2026-02-28', to: '2026-02-28' }],
  ['month', { from: '2026-01-01', to: '2026-01-31' }, { from: '2025-12-01', to: '2025-12-31' }],
  ['year', { from: '2024-02-29', to: '2024-03-01' }, { from: '2023-02-28', to: '2023-03-01' }],
  // A period that is still in progress is compared with the same part of the other period.
  ['week', { from: '2026-11-16', to: '2026-11-17' }, { from: '2026-11-09', to: '2026-11-10 09:30:00' }],
  ['month', { from: '2026-11-01', to: '2026-11-17' }, { from: '2026-10-01', to: '2026-10-17 09:30:00' }],
  // Custom days are used unchanged.
  [
    '2026-09-01..2026-09-03',
    { from: '2026-11-17', to: '2026-11-17' },
    { from: '2026-09-01', to: '2026-09-03' },
  ],
  ['today', { from: '2026-11-17', to: '2026-11-17' }, undefined],
  ['2026-09-03..2026-09-01', { from: '2026-11-17', to: '2026-11-17' }, undefined],
])('comparedPeriod for %s of %o is %o', (text, days, other) => {
  expect(comparedPeriod(text, days, clock)).toEqual(other);
});

it('comparedDays returns whole days', () => {
  expect(comparedDays('week', { from: '2026-11-17', to: '2026-11-17' })).toEqual({
    from: '2026-11-10',
    to: '2026-11-10',
  });
});

it('clockIn returns the day and time in a time zone', () => {
  expect(clockIn('Asia/Tokyo', new Date('2026-11-16T20:05:06Z'))).toEqual({
    day: '2026-11-17',
    time: '05:05:06',
  });
});

it.each([
  ['Europe/Berlin', '2026-10-25T00:30:00Z', '02:30:00'],
  ['Europe/Berlin', '2026-10-25T01:30:00Z', '02:30:00'],
  ['Europe/Berlin', '2026-03-29T01:00:00Z', '03:00:00'],
  ['UTC', '2026-11-16T00:00:00Z', '00:00:00'],
  ['Asia/Kathmandu', '2026-11-16T00:00:00Z', '05:45:00'],
])('clockIn in %s at %s shows %s', (timezone, moment, time) => {
  expect(clockIn(timezone, new Date(moment)).time).toBe(time);
});

const anyDay = fc.integer({ min: 0, max: 10_000 }).map((days) => shiftDay('2010-01-01', days));
const anyDays = fc
  .tuple(anyDay, fc.integer({ min: 0, max: 500 }))
  .map(([from, more]) => ({ from, to: shiftDay(from, more) }));

describe('comparedDays', () => {
  it('ends the previous period one day before the range, with the same number of days', () => {
    fc.assert(
      fc.property(anyDays, (days) => {
        const before = comparedDays('before', days);
        expect(before).toEqual({ from: shiftDay(days.from, -daysIn(days)), to: shiftDay(days.from, -1) });
      }),
    );
  });

  it('keeps the weekdays and the number of days one week earlier', () => {
    const weekday = (day: string) => new Date(day).getUTCDay();
    fc.assert(
      fc.property(anyDays, (days) => {
        const other = comparedDays('week', days) ?? { from: '', to: '' };
        expect(daysIn(other)).toBe(daysIn(days));
        expect([weekday(other.from), weekday(other.to)]).toEqual([weekday(days.from), weekday(days.to)]);
      }),
    );
  });

  it.each([
    ['month', 1],
    ['year', 12],
  ] as const)('stays in the calendar month one %s earlier, on the same day if it exists', (name, months) => {
    const monthOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
    fc.assert(
      fc.property(anyDay, (day) => {
        const { from = '' } = comparedDays(name, { from: day, to: day }) ?? {};
        expect(monthOf(from)).toBe(monthOf(day) - months);
        const isLastOfMonth = shiftDay(from, 1).endsWith('-01');
        if (from.slice(8) !== day.slice(8))
          expect([isLastOfMonth, from.slice(8) < day.slice(8)]).toEqual([true, true]);
      }),
    );
  });

  it.each(['', 'today', 'Before', 'constructor', '2026-09-01'])('rejects "%s"', (text) => {
    expect(comparedDays(text, { from: '2026-11-17', to: '2026-11-17' })).toBeUndefined();
  });
});

describe('comparedPeriod', () => {
  it.each(Object.keys(comparisons))('compares whole days for %s if the range is over', (name) => {
    const days = { from: '2026-11-10', to: '2026-11-16' };
    expect(comparedPeriod(name, days, clock)).toEqual(comparedDays(name, days));
  });

  it('compares whole days with a range in the future', () => {
    const days = { from: '2026-11-18', to: '2026-11-19' };
    expect(comparedPeriod('before', days, clock)).toEqual({ from: '2026-11-16', to: '2026-11-17' });
  });

  it('ends at the day that corresponds to today if the range extends into the future', () => {
    const days = { from: '2026-11-16', to: '2026-11-22' };
    expect(comparedPeriod('week', days, clock)).toEqual({ from: '2026-11-09', to: '2026-11-10 09:30:00' });
  });
});

describe('day arithmetic', () => {
  it('daysBetween reverses shiftDay across months, years and leap days', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -2_000, max: 2_000 }), (day, shift) => {
        expect(daysBetween(day, shiftDay(day, shift))).toBe(shift);
        expect(shiftDay(shiftDay(day, shift), -shift)).toBe(day);
      }),
    );
  });

  it('daysIn counts both ends', () => {
    expect(daysIn({ from: '2024-02-28', to: '2024-03-01' })).toBe(3);
    expect(daysIn({ from: '2026-02-28', to: '2026-03-01' })).toBe(2);
    expect(daysIn({ from: '2026-03-01', to: '2026-03-01' })).toBe(1);
  });
});

it('isComparisonName accepts the four comparisons and rejects inherited properties', () => {
  const texts = ['before', 'week', 'month', 'year', 'day', 'toString', ''];
  expect(texts.filter(isComparisonName)).toEqual(['before', 'week', 'month', 'year']);
});
