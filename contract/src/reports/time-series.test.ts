import { expect, it } from 'vitest';
import { shiftDay } from './period-before.ts';
import { canBeHours, chooseStep, runningIndexOf, seriesOf, wholeDaysBefore } from './time-series.ts';

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
    { metric: 'visits', isSummed: true },
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
    { metric: 'visits', isSummed: true },
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
    { metric: 'visits', isSummed: true },
    { days: { from: '2026-11-15', to: '2026-11-15' }, step: 'hour', timezone: 'Asia/Kathmandu', now },
    [{ hour: '2026-11-15T05:00+05:45', visits: 9 }],
    [],
  );
  expect(points).toHaveLength(24);
  expect(points[5]).toMatchObject({ label: '2026-11-15 05:00', value: 9 });
});

it('seriesOf has no value for a ratio with a zero denominator, and compares days with the days before them', () => {
  const days = { from: '2026-11-15', to: '2026-11-17' };
  expect(wholeDaysBefore(days)).toEqual({ from: '2026-11-12', to: '2026-11-14' });
  expect(
    seriesOf(
      { metric: 'roi', isSummed: false },
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

it('seriesOf aligns the comparison by its first day and ends it after its last day', () => {
  expect(
    seriesOf(
      { metric: 'visits', isSummed: true },
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

it.each([
  [1, 'hour', true],
  [2, 'hour', true],
  [3, 'day', true],
  [14, 'day', true],
  [15, 'day', false],
])('chooseStep for %i days is %s, and canBeHours is %s', (count, step, isPossible) => {
  const days = { from: '2026-02-20', to: shiftDay('2026-02-20', count - 1) };
  expect(chooseStep(days)).toBe(step);
  expect(canBeHours(days)).toBe(isPossible);
  expect(chooseStep(days, 'hour')).toBe(isPossible ? 'hour' : 'day');
});

const hoursOn = (day: string, timezone: string, rows: { hour: string; visits: number }[]) =>
  seriesOf(
    { metric: 'visits', isSummed: true },
    { days: { from: day, to: day }, step: 'hour', timezone, now: new Date('2027-01-01T00:00:00Z') },
    rows,
    [],
  );

it.each([
  ['2026-03-29', 'Europe/Berlin', 23],
  ['2026-10-25', 'Europe/Berlin', 25],
  ['2026-09-06', 'America/Santiago', 23],
  ['2026-11-01', 'America/Havana', 25],
  ['2026-10-25', 'Europe/London', 25],
  ['2026-11-16', 'Pacific/Kiritimati', 24],
  ['2026-11-16', 'America/St_Johns', 24],
])('seriesOf on %s in %s has %i hours', (day, timezone, count) => {
  expect(hoursOn(day, timezone, [])).toHaveLength(count);
});

it('seriesOf skips the hour that the clocks skip', () => {
  const labels = hoursOn('2026-03-29', 'Europe/Berlin', []).map(({ label }) => label.slice(11));
  expect(labels.slice(0, 4)).toEqual(['00:00', '01:00', '03:00', '04:00']);
});

it.each([
  // The clocks move forward from 02:00 to 02:30, and back from 02:00 to 01:30.
  ['2026-10-04', '2026-10-04T02:00+11:00', ['01:00', '02:00', '03:00']],
  ['2026-04-05', '2026-04-05T01:00+10:30', ['01:00', '01:00', '02:00']],
])('seriesOf on %s includes the half hour %s, where clocks change by 30 minutes', (day, hour, labels) => {
  const points = hoursOn(day, 'Australia/Lord_Howe', [{ hour, visits: 6 }]);
  expect(points.slice(1, 4).map(({ label }) => label.slice(11))).toEqual(labels);
  expect(points[2]).toMatchObject({ value: 6 });
  expect(points.reduce((sum, { value }) => sum + (value ?? 0), 0)).toBe(6);
});

it('seriesOf compares with the first occurrence of a repeated hour, and compares both occurrences with the same hour', () => {
  const valuesAt = (
    days: { from: string; to: string },
    other: { from: string; to: string },
    hours: string[],
  ) =>
    seriesOf(
      { metric: 'visits', isSummed: true },
      { days, other, step: 'hour', timezone: 'Europe/Berlin', now: new Date('2027-01-01T00:00:00Z') },
      [],
      hours.map((hour, at) => ({ hour, visits: at + 1 })),
    )
      .filter(({ label }) => label.endsWith('02:00'))
      .map(({ before }) => before);
  const [change, usual] = [
    { from: '2026-10-25', to: '2026-10-25' },
    { from: '2026-10-24', to: '2026-10-24' },
  ];
  expect(valuesAt(usual, change, ['2026-10-25T02:00+02:00', '2026-10-25T02:00+01:00'])).toEqual([1]);
  expect(valuesAt(change, usual, ['2026-10-24T02:00+02:00'])).toEqual([1, 1]);
});

it("seriesOf uses the workspace's time zone to decide which days are in the future", () => {
  const valuesIn = (timezone: string) =>
    seriesOf(
      { metric: 'visits', isSummed: true },
      {
        days: { from: '2026-11-16', to: '2026-11-18' },
        step: 'day',
        timezone,
        now: new Date('2026-11-16T23:30:00Z'),
      },
      [],
      [],
    ).map(({ value }) => value);
  expect(valuesIn('UTC')).toEqual([0, null, null]);
  expect(valuesIn('Asia/Tokyo')).toEqual([0, 0, null]);
});

it('seriesOf ignores rows outside the range and values that are not numbers', () => {
  const points = seriesOf(
    { metric: 'visits', isSummed: true },
    { days: { from: '2026-11-15', to: '2026-11-16' }, step: 'day', timezone: 'UTC', now },
    [
      { day: '2026-11-14', visits: 5 },
      { day: '2026-11-15', visits: null },
      { day: null, visits: 7 },
    ],
    [],
  );
  expect(points.map(({ value }) => value)).toEqual([0, 0]);
});

it('runningIndexOf finds the hour or day that is not over, in the time zone of the report', () => {
  const point = (label: string, value: number | null = 1) => ({ label, value, before: null });
  const days = ['2026-11-15', '2026-11-16', '2026-11-17'].map((label) => point(label));
  expect(runningIndexOf(days, { step: 'day', timezone: 'UTC', now })).toBe(1);
  expect(runningIndexOf(days.slice(0, 1), { step: 'day', timezone: 'UTC', now })).toBe(-1);
  const hours = ['2026-11-16 10:00', '2026-11-16 11:00'].map((label) => point(label));
  expect(runningIndexOf(hours, { step: 'hour', timezone: 'UTC', now })).toBe(0);
  expect(runningIndexOf(hours, { step: 'hour', timezone: 'Europe/Berlin', now })).toBe(1);
});
