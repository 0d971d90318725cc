import type { AnyMetricId } from './custom-metric-ids.ts';
import type { MetricInfo } from './describe-metric.ts';
import { comparedDays, daysBetween, daysIn, shiftDay, type Period as Days } from './period-before.ts';

export type TimeStep = 'hour' | 'day';
type TimeRow = Readonly<Record<string, string | number | null>>;
export type TimePoint = {
  label: string;
  /** Null for a point in the future, or for a ratio with a zero denominator. */
  value: number | null;
  before: number | null;
};

const dayMs = 24 * 60 * 60 * 1_000;
const quarterMs = 15 * 60 * 1_000;
/** Maximum number of days with hourly points. A line with more points is not readable. */
const hourDaysMax = 14;

/**
 * Returns the requested step, or the default: hours for one or two days, and days otherwise. Hours are available for up
 * to two weeks.
 */
export function chooseStep(days: Days, requested?: TimeStep): TimeStep {
  const count = daysIn(days);
  if (count > hourDaysMax) return 'day';
  return requested ?? (count <= 2 ? 'hour' : 'day');
}

export function canBeHours(days: Days): boolean {
  return daysIn(days) <= hourDaysMax;
}

/** Returns the same number of whole days immediately before the given days. */
export function wholeDaysBefore(days: Days): Days {
  return comparedDays('before', days) ?? days;
}

type SeriesOptions = {
  days: Days;
  step: TimeStep;
  timezone: string;
  now: Date;
  /** Comparison period. The default is the same number of days before `days`. */
  other?: Days;
};

/**
 * Returns a point for every hour or day. Sums are zero where there is no row, and ratios have no value. The comparison period is aligned by its
 * first day and by clock time, and its values are null after its last day.
 */
export function seriesOf(
  { metric, isSummed }: { metric: AnyMetricId } & Pick<MetricInfo, 'isSummed'>,
  { days, step, timezone, now, ...more }: SeriesOptions,
  rows: readonly TimeRow[],
  rowsBefore: readonly TimeRow[],
): TimePoint[] {
  const current = new Map(rows.map((row) => [slotKey(row, step), numberOf(row[metric])]));
  // If an hour is repeated, the value of its first occurrence is used.
  const earlier = new Map(
    rowsBefore.toReversed().map((row) => [clockOf(slotKey(row, step)), numberOf(row[metric])]),
  );
  const empty = isSummed ? 0 : null;
  const other = more.other ?? wholeDaysBefore(days);
  const shift = daysBetween(days.from, other.from);
  const nowMs = step === 'hour' ? now.getTime() : undefined;
  const today = now.toLocaleDateString('sv-SE', { timeZone: timezone });
  return (step === 'hour' ? hoursOf(days, timezone) : daysOf(days)).map(({ label, key, at }) => {
    const isFuture = nowMs === undefined ? label > today : at > nowMs;
    const clock = shiftClock(clockOf(key), shift);
    return {
      label,
      value: isFuture ? null : (current.get(key) ?? empty),
      before: clock.slice(0, 10) > other.to ? null : (earlier.get(clock) ?? empty),
    };
  });
}

// Returns the index of the hour or day that is not over yet, or -1 if the series does not contain the current time.
export function runningIndexOf(
  points: readonly TimePoint[],
  { step, timezone, now }: Pick<SeriesOptions, 'step' | 'timezone' | 'now'>,
): number {
  const clock = now.toLocaleString('sv-SE', { timeZone: timezone });
  const label = step === 'day' ? clock.slice(0, 10) : `${clock.slice(0, 13)}:00`;
  return points.findLastIndex((point) => point.label === label && point.value !== null);
}

function numberOf(value: string | number | null | undefined): number | null {
  return typeof value === 'number' ? value : null;
}

/**
 * Returns the key of an hour or day. The key of an hour includes the UTC offset, so that a repeated hour has two keys.
 */
function slotKey(row: TimeRow, step: TimeStep): string {
  const text = String(row[step] ?? '');
  return step === 'day' ? text : text.slice(0, 13) + text.slice(16);
}

/** Drops the UTC offset from a key, because the same hour on another day may have a different offset. */
function clockOf(key: string): string {
  return key.slice(0, 13);
}

function shiftClock(clock: string, days: number): string {
  return shiftDay(clock.slice(0, 10), days) + clock.slice(10);
}

type Slot = { label: string; key: string; at: number };

function daysOf({ from, to }: Days): Slot[] {
  return Array.from({ length: daysIn({ from, to }) }, (_, at) => {
    const day = shiftDay(from, at);
    return { label: day, key: day, at: 0 };
  });
}

function hoursOf({ from, to }: Days, timezone: string): Slot[] {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'short',
  });
  const found = new Map<string, Slot>();
  // The loop checks every quarter of an hour, because some time zones have offsets that are not whole hours, and some
  // clocks change by half an hour.
  for (let at = Date.parse(from) - dayMs; at < Date.parse(to) + 2 * dayMs; at += quarterMs) {
    const shown = format.format(at);
    const day = shown.slice(0, 10);
    if (day < from || day > to) continue;
    const offset = Math.round((Date.parse(`${shown.replace(' ', 'T')}Z`) - at) / 60_000);
    const hour = shown.slice(0, 13);
    const key = `${hour.replace(' ', 'T')}${formatOffset(offset)}`;
    if (!found.has(key)) found.set(key, { label: `${hour}:00`, key, at });
  }
  return [...found.values()];
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

function formatOffset(minutes: number): string {
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`;
}
