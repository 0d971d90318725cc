import { zonedClock } from '../conditions/zoned-clock.ts';

export type Day = { startMs: number; endMs: number };

const minuteMs = 60_000;
// Limit of the search. A day can have 25 hours when clocks go back, and the next day can start 24 hours late in a zone
// that skips a date.
const longestMinutes = 50 * 60;

/**
 * Returns the calendar day that contains a time in the given time zone. Days start on a whole minute in every inhabited
 * zone.
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

// Uses a binary search to find the first matching number above `below` and up to `known`.
function firstBetween(below: number, known: number, matches: (at: number) => boolean): number {
  let [before, found] = [below, known];
  while (found - before > 1) {
    const middle = Math.floor((before + found) / 2);
    if (matches(middle)) found = middle;
    else before = middle;
  }
  return found;
}
