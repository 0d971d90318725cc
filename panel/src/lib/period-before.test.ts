import { expect, it } from 'vitest';
import { clockIn, comparedDays, comparedPeriod, periodBefore } from './period-before.ts';

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
  // An unfinished period is compared with the same part of the other period.
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
