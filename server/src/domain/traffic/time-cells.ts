const dayMs = 86_400_000;

const thousandths = Array.from({ length: 1_000 }, (_, rest) => `.${String(rest).padStart(3, '0')}`);
let lastSecond = 0;
let lastSecondText = '0';

/** A moment in whole milliseconds as a cell: seconds since 1970 with milliseconds. */
export function timeCell(timeMs: number): string {
  const second = Math.floor(timeMs / 1_000);
  // Thousands of rows are of the same second.
  if (second !== lastSecond) {
    lastSecond = second;
    lastSecondText = String(second);
  }
  return `${lastSecondText}${thousandths[timeMs - second * 1_000] ?? ''}`;
}

// Seconds of any moment until the year 5138 have fewer digits.
const digitsOfMilliseconds = 12;

/**
 * The moment that a cell names, in whole milliseconds; 0 where it names none. It may also be spelled out, in UTC, or be
 * in milliseconds already.
 */
export function readTimeCell(text: string): number {
  if (text.includes('-')) return Date.parse(`${text.replace(' ', 'T')}Z`);
  const [seconds = '', fraction = ''] = text.split('.', 2);
  if (seconds.length >= digitsOfMilliseconds) return Number(seconds);
  return Number(seconds) * 1_000 + Number(fraction.slice(0, 3).padEnd(3, '0'));
}

const days = new Map<number, string>();

/** The day on which a row may be deleted, as a cell. */
export function expiryDay(timeMs: number, afterDays: number): string {
  const number = Math.floor(timeMs / dayMs) + afterDays;
  const known = days.get(number);
  if (known !== undefined) return known;
  // Few days are in use at a time: one for each length of retention.
  if (days.size > 1_000) days.clear();
  const day = new Date(number * dayMs).toISOString().slice(0, 10);
  days.set(number, day);
  return day;
}
