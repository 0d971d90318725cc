import { expect, it } from 'vitest';
import { chooseStep, seriesOf, wholeDaysBefore } from './time-series.ts';

const now = new Date('2026-11-16T10:20:00Z');

it('chooseStep uses hours for one or two days and days otherwise, with hours on request up to two weeks', () => {
  expect(chooseStep({ from: '2026-11-16', to: '2026-11-16' })).toBe('hour');
  expect(chooseStep({ from: '2026-11-10', to: '2026-11-16' })).toBe('day');
  expect(chooseStep({ from: '2026-11-10', to: '2026-11-16' }, 'hour')).toBe('hour');
  expect(chooseStep({ from: '2026-10-10', to: '2026-11-16' }, 'hour')).toBe('day');
  expect(chooseStep({ from: '2026-11-16', to: '2026-11-16' }, 'day')).toBe('day');
});

it('seriesOf has a point for every hour, and no value for future hours', () => {
  const days = { from: '2026-11-16', to: '2026-11-16' };
  const points = seriesOf(
    'visits',
    { days, step: 'hour', timezone: 'UTC', now },
    [{ hour: '2026-11-16T09:00+00:00', visits: 7 }],
    [
      { hour: '2026-11-15T09:00+00:00', visits: 5 },
      { hour: '2026-11-15T23:00+00:00', visits: 2 },
    ],
  );
  expect(points).toHaveLength(24);
  expect(points[8]).toEqual({ label: '2026-11-16 08:00', value: 0, before: 0 });
  expect(points[9]).toEqual({ label: '2026-11-16 09:00', value: 7, before: 5 });
  expect(points[10]).toEqual({ label: '2026-11-16 10:00', value: 0, before: 0 });
  expect(points[11]).toEqual({ label: '2026-11-16 11:00', value: null, before: 0 });
  expect(points[23]).toEqual({ label: '2026-11-16 23:00', value: null, before: 2 });
});

it('seriesOf has two points for a repeated hour, and compares hours by clock time', () => {
  const points = seriesOf(
    'visits',
    {
      days: { from: '2026-10-25', to: '2026-10-25' },
      step: 'hour',
      timezone: 'Europe/Berlin',
      now: new Date('2026-11-16T10:20:00Z'),
    },
    [
      { hour: '2026-10-25T02:00+02:00', visits: 1 },
      { hour: '2026-10-25T02:00+01:00', visits: 2 },
      { hour: '2026-10-25T12:00+01:00', visits: 3 },
    ],
    [{ hour: '2026-10-24T12:00+02:00', visits: 4 }],
  );
  expect(points).toHaveLength(25);
  expect(points.filter(({ value }) => value !== 0).map(({ value }) => value)).toEqual([1, 2, 3]);
  expect(points.find(({ label }) => label.endsWith('12:00'))).toMatchObject({ value: 3, before: 4 });
});

it('seriesOf supports time zones with 45-minute offsets', () => {
  const points = seriesOf(
    'visits',
    { days: { from: '2026-11-15', to: '2026-11-15' }, step: 'hour', timezone: 'Asia/Kathmandu', now },
    [{ hour: '2026-11-15T05:00+05:45', visits: 9 }],
    [],
  );
  expect(points).toHaveLength(24);
  expect(points[5]).toMatchObject({ label: '2026-11-15 05:00', value: 9 });
});

it('seriesOf has no value for a ratio with a zero denominator, and compares days with those before them', () => {
  const days = { from: '2026-11-15', to: '2026-11-17' };
  expect(wholeDaysBefore(days)).toEqual({ from: '2026-11-12', to: '2026-11-14' });
  expect(
    seriesOf(
      'roi',
      { days, step: 'day', timezone: 'UTC', now },
      [{ day: '2026-11-16', roi: 0.5 }],
      [{ day: '2026-11-12', roi: 0.25 }],
    ),
  ).toEqual([
    { label: '2026-11-15', value: null, before: 0.25 },
    { label: '2026-11-16', value: 0.5, before: null },
    { label: '2026-11-17', value: null, before: null },
  ]);
});

it('seriesOf aligns the comparison by its first day and ends it after its last', () => {
  expect(
    seriesOf(
      'visits',
      {
        days: { from: '2026-11-10', to: '2026-11-12' },
        other: { from: '2026-09-01', to: '2026-09-02' },
        step: 'day',
        timezone: 'UTC',
        now,
      },
      [{ day: '2026-11-10', visits: 3 }],
      [{ day: '2026-09-02', visits: 9 }],
    ).map(({ value, before }) => [value, before]),
  ).toEqual([
    [3, 0],
    [0, 9],
    [0, null],
  ]);
});
