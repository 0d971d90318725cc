import { clockIn, shiftDay, type Period } from './period-before.ts';

/** The first and the last moment of days, in a zone, for questions that take moments. */
export function dayBounds({ from, to }: Period, timezone: string): { from: string; to: string } {
  return {
    from: new Date(startOf(from, timezone)).toISOString(),
    to: new Date(startOf(shiftDay(to, 1), timezone) - 1).toISOString(),
  };
}

/** Where clocks go over midnight, the first moment that they show of the day. */
function startOf(day: string, timezone: string): number {
  const wanted = Date.parse(`${day}T00:00:00Z`);
  const offsetAt = (moment: number) => {
    const { day: shown, time } = clockIn(timezone, new Date(moment));
    return Date.parse(`${shown}T${time}Z`) - moment;
  };
  // The offset of about then; where clocks change in between, that of the moment which it leads to.
  const near = wanted - offsetAt(wanted);
  const start = wanted - offsetAt(near);
  return clockIn(timezone, new Date(start)).day < day ? near : start;
}
