import { zonedClock } from '../conditions/zoned-clock.ts';

export type Day = { startMs: number; endMs: number };

const minuteMs = 60_000;
// Clocks that go back make a day of 25 hours; where a day was left out, the one after it begins within this too.
const longestMinutes = 50 * 60;

/** The day that the calendar in a timezone shows at a moment. Days begin with a whole minute wherever people live. */
export function dayAround(timezone: string, timeMs: number): Day {
  const clock = zonedClock(timezone);
  const minute = Math.floor(timeMs / minuteMs);
  const { date } = clock(timeMs);
  const dateOf = (at: number) => clock(at * minuteMs).date;
  return {
    startMs: minuteMs * firstBetween(minute - longestMinutes, minute, (at) => dateOf(at) >= date),
    endMs: minuteMs * firstBetween(minute, minute + longestMinutes, (at) => dateOf(at) > date),
  };
}

/** The first number after `below`, up to `known`, from which on something holds. */
function firstBetween(below: number, known: number, holds: (at: number) => boolean): number {
  let [before, found] = [below, known];
  while (found - before > 1) {
    const middle = Math.floor((before + found) / 2);
    if (holds(middle)) found = middle;
    else before = middle;
  }
  return found;
}
