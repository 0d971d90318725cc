import { offsetAt } from '../calendar/zone-offsets.ts';

const minuteMs = 60_000;

/**
 * Writes moments as ISO 8601 in a timezone, with its offset. Rows come in the order of time, and no clock in use is
 * turned within a minute of UTC: the offset of the last minute is kept.
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
