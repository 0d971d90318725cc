import { offsetAt } from '../calendar/zone-offsets.ts';

const minuteMs = 60_000;

/**
 * Returns a function that writes ISO 8601 times with the time zone's offset. Rows are sorted by time, and no zone
 * changes its offset in the middle of a UTC minute, so the offset of the last minute is cached.
 */
export function zonedTimeWriter(timezone: string): (timeMs: number) => string {
  let minute: number | undefined;
  let offsetMs = 0;
  let suffix = '';
  return (timeMs) => {
    const current = Math.floor(timeMs / minuteMs);
    if (current !== minute) {
      minute = current;
      offsetMs = offsetAt(timezone, timeMs);
      suffix = writeOffset(offsetMs);
    }
    return new Date(timeMs + offsetMs).toISOString().slice(0, -1) + suffix;
  };
}

function writeOffset(offsetMs: number): string {
  const minutes = Math.abs(Math.round(offsetMs / minuteMs));
  return `${offsetMs < 0 ? '-' : '+'}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
