const dayMs = 86_400_000;

const thousandths = Array.from({ length: 1_000 }, (_, rest) => `.${String(rest).padStart(3, '0')}`);
let lastSecond = 0;
let lastSecondText = '0';

export function timeCell(timeMs: number): string {
  const second = Math.floor(timeMs / 1_000);
  // The text of the last second is reused, because thousands of rows have the same second.
  if (second !== lastSecond) {
    lastSecond = second;
    lastSecondText = String(second);
  }
  return `${lastSecondText}${thousandths[timeMs - second * 1_000] ?? ''}`;
}

// Minimum number of digits of a time in milliseconds. A time in seconds has fewer digits until the year 5138.
const digitsOfMilliseconds = 12;

/**
 * Returns the time of a cell in milliseconds, or 0 for an empty cell. The cell can contain seconds with a fraction,
 * milliseconds or a UTC timestamp.
 */
export function readTimeCell(text: string): number {
  if (text.includes('-')) return Date.parse(`${text.replace(' ', 'T')}Z`);
  const [seconds = '', fraction = ''] = text.split('.', 2);
  if (seconds.length >= digitsOfMilliseconds) return Number(seconds);
  return Number(seconds) * 1_000 + Number(fraction.slice(0, 3).padEnd(3, '0'));
}

const days = new Map<number, string>();

export function expiryDay(timeMs: number, afterDays: number): string {
  const number = Math.floor(timeMs / dayMs) + afterDays;
  const known = days.get(number);
  if (known !== undefined) return known;
  // Only a few days are in use at a time: one for each retention setting.
  if (days.size > 1_000) days.clear();
  const day = new Date(number * dayMs).toISOString().slice(0, 10);
  days.set(number, day);
  return day;
}
