import { readMoment, type Moment } from './read-moment.ts';

/** Time range that includes both ends. */
export type TimeRange = { fromMs: number; toMs: number };

type TimeRangeInput = {
  from: string;
  to: string;
  timezone: string;
  readOther?: (text: string) => Moment | undefined;
};

type TimeRangeIssue = { path: 'from' | 'to'; message: string };
type TimeRangeReading = { range: TimeRange } | { issues: TimeRangeIssue[] };

const yearsAllowed = { first: 1970, last: 2105 };
const earliestMs = Date.UTC(yearsAllowed.first, 0, 1);
const latestMs = Date.UTC(yearsAllowed.last + 1, 0, 1) - 1;

const badMoment = `must be a date such as 2026-11-16 or a time such as 2026-11-16 09:30:00 or 2026-11-16T09:30:00Z, between ${yearsAllowed.first} and ${yearsAllowed.last}`;

/**
 * Parses `YYYY-MM-DD`, `YYYY-MM-DD HH:MM[:SS]` and ISO 8601. A value covers the whole day, minute or second that it
 * names. A time that clocks show twice covers both occurrences.
 */
export function readTimeRange({ from, to, timezone, readOther }: TimeRangeInput): TimeRangeReading {
  const read = (text: string) => keepReadable(readMoment(text, timezone) ?? readOther?.(text));
  const [first, last] = [read(from), read(to)];
  if (first === undefined || last === undefined) {
    const issues: TimeRangeIssue[] = [];
    if (first === undefined) issues.push({ path: 'from', message: badMoment });
    if (last === undefined) issues.push({ path: 'to', message: badMoment });
    return { issues };
  }
  if (last.lastMs < first.firstMs)
    return { issues: [{ path: 'to', message: 'must not be earlier than the start (from)' }] };
  return { range: { fromMs: first.firstMs, toMs: last.lastMs } };
}

function keepReadable(moment: Moment | undefined): Moment | undefined {
  if (moment === undefined) return undefined;
  // In some time zones, the first or last allowed day extends slightly beyond these limits.
  const isWithin = moment.lastMs >= earliestMs && moment.firstMs <= latestMs;
  return isWithin
    ? { firstMs: Math.max(moment.firstMs, earliestMs), lastMs: Math.min(moment.lastMs, latestMs) }
    : undefined;
}
