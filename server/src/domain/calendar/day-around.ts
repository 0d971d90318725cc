import { zonedClock } from '../conditions/zoned-clock.ts';

export type Day = { startMs: number; endMs: number };

const minuteMs = 60_000;
// Limit of the search. A day has up to 25 hours, because clocks go back, and the next day can start a day later,
// because some zones have skipped a date.
const longestMinutes = 50 * 60;

/**
 * Returns the calendar day in a time zone that contains a moment. Days start on a whole minute in every
 * inhabited zone.
 */
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

// Finds the first number after `below`, up to `known`, that matches, with a binary search.
function firstBetween(below: number, known: number, matches: (at: number) => boolean): number {
  let [before, found] = [below, known];
  while (found - before > 1) {
    const middle = Math.floor((before + found) / 2);
    if (matches(middle)) found = middle;
    else before = middle;
  }
  return found;
}
