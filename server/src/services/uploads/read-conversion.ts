import { readMoment, type Moment } from '../../domain/calendar/read-moment.ts';
import type { CsvRecord } from '../../domain/csv/csv-reader.ts';
import { normalizeName, type ColumnNames, type Header } from '../../domain/csv/read-header.ts';
import { readUnixTime } from '../../domain/traffic/read-unix-time.ts';
import { incomingAliases, readIncoming, type IncomingEvent } from '../../domain/conversions/read-incoming.ts';
import { unreadableLine, cellOf } from './read-csv-lines.ts';

/** Columns with the same names as in incoming postbacks, and a column for the time. */
export const conversionColumns = {
  ...incomingAliases,
  clickId: ['click id', ...incomingAliases.clickId],
  time: ['time', 'date', 'datetime', 'timestamp'],
} as const satisfies ColumnNames<string>;
export type ConversionField = keyof typeof conversionColumns;

export const conversionFileVerdicts = {
  'invalid-time':
    'The time is invalid, in the future or before the visit. Use a format such as 2026-11-16, 2026-11-16 09:30:00 or 2026-11-16T09:30:00Z.',
  'broken-line': unreadableLine,
} as const;

/** Returns the time of the visit in milliseconds since 1970, or undefined for an unknown click ID. */
export type ReadVisitTime = (clickId: string) => number | undefined;

type ReadConversion = { incoming: IncomingEvent; timeMs: number };

/** Reads a conversion from a line. A time without a time zone is in the workspace's time zone. */
export function readConversion(
  record: CsvRecord,
  header: Header<ConversionField>,
  given: { timezone: string; nowMs: number; readVisitTime: ReadVisitTime },
): ReadConversion | keyof typeof conversionFileVerdicts {
  if (record.isBroken === true) return 'broken-line';
  const incoming = readIncoming(listPairs(record, header));
  const text = cellOf(header, record, 'time');
  const visitMs = given.readVisitTime(incoming.clickId);
  const timeMs = text === '' ? given.nowMs : chooseTime(readTime(text, given.timezone), visitMs);
  if (timeMs === undefined || timeMs > given.nowMs) return 'invalid-time';
  return { incoming, timeMs };
}

function readTime(text: string, timezone: string): Moment | undefined {
  return readMoment(text, timezone) ?? readUnixTime(text);
}

/**
 * Returns the start of the given time or, if the visit is later, the time of the visit. The visit can be later if only
 * a date was given, because the conversion may have happened on the day of the visit. Returns undefined if the given
 * time ends before the visit.
 */
function chooseTime(moment: Moment | undefined, visitMs: number | undefined): number | undefined {
  if (moment === undefined || visitMs === undefined) return moment?.firstMs;
  return moment.lastMs < visitMs ? undefined : Math.max(moment.firstMs, visitMs);
}

const requestNames = new Map(
  Object.values(incomingAliases).flatMap((names) => names.map((name) => [normalizeName(name), name])),
);

/** Renames known columns to their parameter names, and keeps all other columns, because goal rules may use them. */
function listPairs({ cells }: CsvRecord, { columns, names }: Header<ConversionField>): [string, string][] {
  const timeAt = columns.get('time');
  return cells.flatMap((cell, at): [string, string][] => {
    const name = names[at] ?? '';
    return at === timeAt ? [] : [[requestNames.get(normalizeName(name)) ?? name, cell]];
  });
}
