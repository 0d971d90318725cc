import { reportMetrics, type MetricId } from '@waypost/contract/report-metrics.ts';
import { comparedDays, daysBetween, daysIn, shiftDay, type Period as Days } from './period-before.ts';

/** What a chart has a point for. */
export type TimeStep = 'hour' | 'day';
type Row = Readonly<Record<string, string | number | null>>;
export type TimePoint = {
  /** As the clock of the workspace shows it: a day, or a day with its hour. */
  label: string;
  /** Null where there is none: it has not come yet, or nothing was divided by. */
  value: number | null;
  before: number | null;
};

const dayMs = 24 * 60 * 60 * 1_000;
const quarterMs = 15 * 60 * 1_000;
/** More hours than this are no line any more. */
const hourDaysMax = 14;

/** Hours of a day or two, days of more; hours can be asked for up to two weeks. */
export function chooseStep(days: Days, asked?: TimeStep): TimeStep {
  const count = daysIn(days);
  if (count > hourDaysMax) return 'day';
  return asked ?? (count <= 2 ? 'hour' : 'day');
}

export function canBeHours(days: Days): boolean {
  return daysIn(days) <= hourDaysMax;
}

/** As many whole days right before: what is still to come of today stands beside what yesterday had then. */
export function wholeDaysBefore(days: Days): Days {
  return comparedDays('before', days) ?? days;
}

type Asked = {
  days: Days;
  step: TimeStep;
  timezone: string;
  now: Date;
  /** What they stand beside, where that is not as many days right before. */
  other?: Days;
};

/**
 * A point for every hour or day, also where no row tells of it: there nothing was counted. The other days
 * stand from their first one on, at the same hour of the clock; where they end, nothing is told of them.
 */
export function seriesOf(
  metric: MetricId,
  { days, step, timezone, now, ...more }: Asked,
  rows: readonly Row[],
  rowsBefore: readonly Row[],
): TimePoint[] {
  const current = new Map(rows.map((row) => [placeOf(row, step), numberOf(row[metric])]));
  // Of an hour that the clock showed twice, the first comes last and stays.
  const earlier = new Map(
    rowsBefore.toReversed().map((row) => [clockOf(placeOf(row, step)), numberOf(row[metric])]),
  );
  const empty = isSummed(metric) ? 0 : null;
  const other = more.other ?? wholeDaysBefore(days);
  const shift = daysBetween(days.from, other.from);
  const reached = step === 'hour' ? now.getTime() : undefined;
  const today = now.toLocaleDateString('sv-SE', { timeZone: timezone });
  return (step === 'hour' ? hoursOf(days, timezone) : daysOf(days)).map(({ label, place, at }) => {
    const isToCome = reached === undefined ? label > today : at > reached;
    const clock = shiftClock(clockOf(place), shift);
    return {
      label,
      value: isToCome ? null : (current.get(place) ?? empty),
      before: clock.slice(0, 10) > other.to ? null : (earlier.get(clock) ?? empty),
    };
  });
}

/** Sums have a nothing; what is divided has none. */
function isSummed(metric: MetricId): boolean {
  return reportMetrics[metric].formula.type !== 'ratio';
}

function numberOf(value: string | number | null | undefined): number | null {
  return typeof value === 'number' ? value : null;
}

/** An hour comes with the offset of its clock: an hour that the clock shows twice is two places. */
function placeOf(row: Row, step: TimeStep): string {
  const text = String(row[step] ?? '');
  return step === 'day' ? text : text.slice(0, 13) + text.slice(16);
}

/** On the same hour of another day the clock may have another offset. */
function clockOf(place: string): string {
  return place.slice(0, 13);
}

function shiftClock(clock: string, days: number): string {
  return shiftDay(clock.slice(0, 10), days) + clock.slice(10);
}

type Place = { label: string; place: string; at: number };

function daysOf({ from, to }: Days): Place[] {
  return Array.from({ length: daysIn({ from, to }) }, (_, at) => {
    const day = shiftDay(from, at);
    return { label: day, place: day, at: 0 };
  });
}

function hoursOf({ from, to }: Days, timezone: string): Place[] {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'short',
  });
  const found: Place[] = [];
  // Clocks of some zones are a quarter or half an hour off the others.
  for (let at = Date.parse(from) - dayMs; at < Date.parse(to) + 2 * dayMs; at += quarterMs) {
    const label = format.format(at);
    const day = label.slice(0, 10);
    if (label.endsWith(':00') && day >= from && day <= to) {
      const offset = Math.round((Date.parse(`${label.replace(' ', 'T')}Z`) - at) / 60_000);
      found.push({ label, place: `${label.slice(0, 13).replace(' ', 'T')}${formatOffset(offset)}`, at });
    }
  }
  return found;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

function formatOffset(minutes: number): string {
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`;
}
