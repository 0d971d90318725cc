import type { Moment } from '../calendar/read-moment.ts';

const form = /^\d{1,14}$/;
// Smallest number that is read as milliseconds. It represents March 3, 1973; as seconds, it would represent a time in
// the year 5138.
const leastMilliseconds = 100_000_000_000;

export function readUnixTime(text: string): Moment | undefined {
  if (!form.test(text)) return undefined;
  const number = Number(text);
  if (number >= leastMilliseconds) return { firstMs: number, lastMs: number };
  return { firstMs: number * 1_000, lastMs: number * 1_000 + 999 };
}
