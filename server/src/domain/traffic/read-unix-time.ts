import type { Moment } from '../calendar/read-moment.ts';

const form = /^\d{1,14}$/;
// As seconds the year 5138, as milliseconds the third of March 1973: whoever writes less means seconds.
const leastMilliseconds = 100_000_000_000;

/** Unix time in seconds, which means all of the second, or in milliseconds. */
export function readUnixTime(text: string): Moment | undefined {
  if (!form.test(text)) return undefined;
  const number = Number(text);
  if (number >= leastMilliseconds) return { firstMs: number, lastMs: number };
  return { firstMs: number * 1_000, lastMs: number * 1_000 + 999 };
}
