import { listOffsetSpans, type OffsetSpan } from './zone-offsets.ts';

export type Moment = { firstMs: number; lastMs: number };

const dayMs = 86_400_000;
const form =
  /^(\d{4})-(\d{2})-(\d{2})(?:[ Tt](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|z|[+ -]\d{2}(?::?\d{2})?)?)?$/;

/**
 * Reads a date or time. Returns undefined for other formats and for dates that do not exist. `timezone` applies to
 * times without a zone.
 */
export function readMoment(text: string, timezone: string): Moment | undefined {
  const match = form.exec(text);
  if (match === null) return undefined;
  const [, year = '', month = '', day = '', hour, minute = '0', second, part = '', zone] = match;
  const dateMs = readDate(Number(year), Number(month), Number(day));
  if (dateMs === undefined) return undefined;
  if (hour === undefined) return onClocks(timezone, dateMs, dateMs + dayMs - 1);
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second ?? 0) > 59) return undefined;
  const secondMs = dateMs + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second ?? 0)) * 1_000;
  const firstMs = secondMs + Number(part.padEnd(3, '0').slice(0, 3));
  const lengthMs = second === undefined ? 60_000 : part === '' ? 1_000 : 1;
  const lastMs = firstMs + lengthMs - 1;
  if (zone === undefined) return onClocks(timezone, firstMs, lastMs);
  const offsetMs = readOffset(zone);
  return offsetMs === undefined ? undefined : { firstMs: firstMs - offsetMs, lastMs: lastMs - offsetMs };
}

/** Returns undefined for dates that do not exist, such as February 30. */
export function readDate(year: number, month: number, day: number): number | undefined {
  const dateMs = Date.UTC(year, month - 1, day);
  const date = new Date(dateMs);
  const isSame =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isSame ? dateMs : undefined;
}

/**
 * Reads `Z` or an offset in hours and minutes. The sign may be a space, because a plus in a query string is decoded to
 * a space.
 */
export function readOffset(zone: string): number | undefined {
  if (zone.toUpperCase() === 'Z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(':', ''));
  if (hours > 18 || minutes > 59) return undefined;
  const offsetMs = (hours * 60 + minutes) * 60_000;
  return zone.startsWith('-') ? -offsetMs : offsetMs;
}

// Returns the first instant at which clocks show `shownFirstMs` or a later time, and the last instant at which they
// show `shownLastMs` or an earlier time. A skipped time resolves to the instant of the clock change, and a repeated
// time covers both occurrences.
function onClocks(timezone: string, shownFirstMs: number, shownLastMs: number): Moment | undefined {
  const spans = listOffsetSpans(timezone, shownFirstMs - 2 * dayMs, shownLastMs + 2 * dayMs);
  const endOf = (at: number) => spans[at + 1]?.startMs ?? Number.POSITIVE_INFINITY;
  const showsLater = ({ offsetMs }: OffsetSpan, at: number) => endOf(at) + offsetMs > shownFirstMs;
  const showsEarlier = ({ startMs, offsetMs }: OffsetSpan) => startMs + offsetMs <= shownLastMs;
  const firstSpan = spans.find(showsLater);
  const lastAt = spans.findLastIndex(showsEarlier);
  const lastSpan = spans[lastAt];
  if (firstSpan === undefined || lastSpan === undefined) return undefined;
  return {
    firstMs: Math.max(firstSpan.startMs, shownFirstMs - firstSpan.offsetMs),
    lastMs: Math.min(endOf(lastAt) - 1, shownLastMs - lastSpan.offsetMs),
  };
}
