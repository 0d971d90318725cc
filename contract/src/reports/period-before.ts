import { readRange } from './date-range.ts';

const dayMs = 24 * 60 * 60 * 1_000;

export type Period = { from: string; to: string };
type Clock = { day: string; time: string };

// Comparison periods by their name in the URL. Custom days are written as two days separated by `..`.
export const comparisons = {
  before: 'Previous period',
  week: 'One week earlier',
  month: 'One month earlier',
  year: 'One year earlier',
} as const;
type ComparisonName = keyof typeof comparisons;

export function isComparisonName(text: string): text is ComparisonName {
  return Object.hasOwn(comparisons, text);
}

// Returns the whole days of the comparison period, or undefined if the text is invalid.
export function comparedDays(text: string, days: Period): Period | undefined {
  if (!isComparisonName(text)) return text.includes('..') ? readRange(text, days.to) : undefined;
  return { from: moveBack(text, days.from, days), to: moveBack(text, days.to, days) };
}

// Returns the comparison period. If the range includes today, the last day of the comparison ends at the current time
// of day, because comparing a morning with a whole day would be misleading. Custom days are used unchanged.
export function comparedPeriod(text: string, days: Period, clock: Clock): Period | undefined {
  const whole = comparedDays(text, days);
  const isRunning = days.to >= clock.day && days.from <= clock.day;
  return whole !== undefined && isRunning && isComparisonName(text)
    ? { from: whole.from, to: `${moveBack(text, clock.day, days)} ${clock.time}` }
    : whole;
}

export function periodBefore(days: Period, clock: Clock): Period {
  return comparedPeriod('before', days, clock) ?? days;
}

function moveBack(by: ComparisonName, day: string, { from, to }: Period): string {
  switch (by) {
    case 'before':
      return shiftDay(day, -daysIn({ from, to }));
    case 'week':
      return shiftDay(day, -7);
    case 'month':
      return shiftMonths(day, -1);
    case 'year':
      return shiftMonths(day, -12);
  }
}

export function clockIn(timezone: string, moment: Date): Clock {
  const text = moment.toLocaleString('sv-SE', { timeZone: timezone });
  return { day: text.slice(0, 10), time: text.slice(11, 19) };
}

export function daysIn({ from, to }: Period): number {
  return daysBetween(from, to) + 1;
}

export function daysBetween(one: string, other: string): number {
  return Math.round((Date.parse(other) - Date.parse(one)) / dayMs);
}

export function shiftDay(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

// Adds months to a date. If the resulting month does not have this day, returns its last day.
function shiftMonths(day: string, months: number): string {
  const first = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() + months);
  const next = new Date(first);
  next.setUTCMonth(next.getUTCMonth() + 1);
  const last = new Date(next.getTime() - dayMs).toISOString().slice(0, 10);
  const same = `${first.toISOString().slice(0, 7)}${day.slice(7)}`;
  return same < last ? same : last;
}
