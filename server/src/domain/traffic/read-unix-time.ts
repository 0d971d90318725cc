import type { Moment } from '../calendar/read-moment.ts';

const form = /^\d{1,14}$/;
// The year 5138 in seconds, March 3, 1973 in milliseconds: smaller numbers are seconds.
const leastMilliseconds = 100_000_000_000;

export function readUnixTime(text: string): Moment | undefined {
  if (!form.test(text)) return undefined;
  const number = Number(text);
  if (number >= leastMilliseconds) return { firstMs: number, lastMs: number };
  return { firstMs: number * 1_000, lastMs: number * 1_000 + 999 };
}
