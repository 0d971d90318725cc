import { clockIn, shiftDay, type Period } from './period-before.ts';

/** Returns the start and end of a period of days in a time zone, for requests that take timestamps. */
export function dayBounds({ from, to }: Period, timezone: string): { from: string; to: string } {
  return {
    from: new Date(startOf(from, timezone)).toISOString(),
    to: new Date(startOf(shiftDay(to, 1), timezone) - 1).toISOString(),
  };
}

/** Returns the start of the day, which is after midnight if the clocks skip midnight. */
function startOf(day: string, timezone: string): number {
  const wanted = Date.parse(`${day}T00:00:00Z`);
  const offsetAt = (moment: number) => {
    const { day: shown, time } = clockIn(timezone, new Date(moment));
    return Date.parse(`${shown}T${time}Z`) - moment;
  };
  // The first estimate uses the offset near midnight. The second uses the offset at the first estimate, in case the
  // clocks change in between.
  const near = wanted - offsetAt(wanted);
  const start = wanted - offsetAt(near);
  return clockIn(timezone, new Date(start)).day < day ? near : start;
}
