import type { rangeNames } from '../accounts/preferences.ts';

export const namedRanges = {
  today: 'Today',
  yesterday: 'Yesterday',
  'last-7-days': 'Last 7 days',
  'last-14-days': 'Last 14 days',
  'last-30-days': 'Last 30 days',
  'this-week': 'This week',
  'last-week': 'Last week',
  'this-month': 'This month',
  'last-month': 'Last month',
} as const satisfies Record<(typeof rangeNames)[number], string>;
export type RangeName = keyof typeof namedRanges;

// First and last day, both inclusive, such as 2026-11-16.
type Days = { from: string; to: string };

// Range in a URL: a name, or two days separated by `..`.
type RangeText = string;

const dayForm = /^\d{4}-\d{2}-\d{2}$/;

export function isRangeName(text: string): text is RangeName {
  return Object.hasOwn(namedRanges, text);
}

// Returns the days of a range, or undefined if the text is not a valid range.
export function readRange(text: RangeText, today: string): Days | undefined {
  if (isRangeName(text)) return daysOf(text, today);
  const [from = '', to = '', ...more] = text.split('..');
  return more.length === 0 && isDay(from) && isDay(to) && from <= to ? { from, to } : undefined;
}

export function writeRange({ from, to }: Days): RangeText {
  return `${from}..${to}`;
}

export function dayIn(timezone: string, moment: Date): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(moment);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'medium' });

export function formatRange(text: RangeText, { from, to }: Days): string {
  return isRangeName(text) ? namedRanges[text] : formatDays({ from, to });
}

export function formatDays({ from, to }: Days): string {
  return from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`;
}

// Formats a day, or a clock time such as `2026-11-16 14:00`.
export function formatDay(time: string): string {
  const [day = '', clock] = time.split(/[ T]/);
  return [dayFormat.format(new Date(`${day}T00:00:00Z`)), ...(clock === undefined ? [] : [clock])].join(', ');
}

function daysOf(name: RangeName, today: string): Days {
  switch (name) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case 'last-7-days':
      return { from: addDays(today, -6), to: today };
    case 'last-14-days':
      return { from: addDays(today, -13), to: today };
    case 'last-30-days':
      return { from: addDays(today, -29), to: today };
    case 'this-week':
      return { from: mondayOf(today), to: today };
    case 'last-week':
      return { from: addDays(mondayOf(today), -7), to: addDays(mondayOf(today), -1) };
    case 'this-month':
      return { from: firstOfMonth(today), to: today };
    case 'last-month': {
      const last = addDays(firstOfMonth(today), -1);
      return { from: firstOfMonth(last), to: last };
    }
  }
}

function firstOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

function mondayOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

function addDays(day: string, days: number): string {
  const moment = new Date(`${day}T00:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() + days);
  return moment.toISOString().slice(0, 10);
}

export function isDay(text: string): boolean {
  return dayForm.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) && addDays(text, 0) === text;
}
