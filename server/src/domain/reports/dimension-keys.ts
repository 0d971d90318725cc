import type { TimeDimension } from '@waypost/contract/reports/report-dimensions.ts';
import { readDate, readOffset } from '../calendar/read-moment.ts';

// Time dimension keys are numbers: a day is the number of days since 1970, a week is the day number of its Monday, and
// a month is a number such as 202610. The key of an hour combines its first second with its UTC offset, because the
// same local hour occurs twice when clocks go back.
const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** Factor for the seconds in the key of an hour. It is large enough to leave room for every UTC offset. */
export const hourKeyFactor = 200_000;
export const hourKeyShift = 100_000;

export function writeTimeKey(dimension: TimeDimension, key: number): string | number {
  if (dimension === 'weekday' || dimension === 'hourOfDay') return key;
  if (dimension === 'hour') return writeHour(key);
  if (dimension === 'month')
    return `${Math.floor(key / 100)}-${String(key % 100).padStart(2, '0')}`.padStart(7, '0');
  return new Date(key * dayMs).toISOString().slice(0, 10);
}

export function readTimeKey(dimension: TimeDimension, text: string): number | undefined {
  if (dimension === 'weekday') return /^[1-7]$/.test(text) ? Number(text) : undefined;
  if (dimension === 'hourOfDay') return /^(?:1?\d|2[0-3])$/.test(text) ? Number(text) : undefined;
  if (dimension === 'hour') return readHour(text);
  if (dimension === 'month') return readMonth(text);
  const day = readDay(text);
  if (dimension === 'day' || day === undefined) return day;
  // January 1, 1970, was a Thursday, and weeks start on Monday.
  return (day + 3) % 7 === 0 ? day : undefined;
}

function readDay(text: string): number | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  if (year === undefined) return undefined;
  const dateMs = readDate(Number(year), Number(month), Number(day));
  return dateMs === undefined ? undefined : dateMs / dayMs;
}

function readMonth(text: string): number | undefined {
  const [, year, month] = /^(\d{4})-(\d\d)$/.exec(text) ?? [];
  if (year === undefined || Number(month) < 1 || Number(month) > 12) return undefined;
  return Number(year) * 100 + Number(month);
}

function readHour(text: string): number | undefined {
  const [, day = '', hour, zone] =
    /^(\d{4}-\d\d-\d\d)[Tt](\d\d):00(?::00)?(Z|z|[+ -]\d\d:?\d\d)$/.exec(text) ?? [];
  const date = readDay(day);
  if (hour === undefined || zone === undefined || date === undefined || Number(hour) > 23) return undefined;
  const offsetMs = readOffset(zone);
  if (offsetMs === undefined) return undefined;
  return hourKey(date * dayMs + Number(hour) * hourMs - offsetMs, offsetMs);
}

// Combines the start of an hour with its offset. If two hours have the same local time, the hour with the greater
// offset comes first.
function hourKey(startMs: number, offsetMs: number): number {
  return (startMs / 1_000) * hourKeyFactor + hourKeyShift - offsetMs / 1_000;
}

function writeHour(key: number): string {
  const startMs = Math.floor(key / hourKeyFactor) * 1_000;
  const offsetMs = (hourKeyShift - (key % hourKeyFactor)) * 1_000;
  return `${new Date(startMs + offsetMs).toISOString().slice(0, 16)}${writeOffset(offsetMs)}`;
}

function writeOffset(offsetMs: number): string {
  const minutes = Math.round(Math.abs(offsetMs) / 60_000);
  return `${offsetMs < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}

function pad(part: number): string {
  return String(part).padStart(2, '0');
}
