export type OffsetSpan = { startMs: number; offsetMs: number };

const secondMs = 1_000;
const dayMs = 86_400_000;
// Step size in the search for clock changes. No zone changes its clocks more often than every few weeks. Two changes
// within one step that cancel each other out would be missed.
const stepMs = 7 * dayMs;

const formatters = new Map<string, Intl.DateTimeFormat>();
const changes = new Map<string, OffsetSpan[]>();

export function offsetAt(timezone: string, timeMs: number): number {
  const secondsMs = Math.floor(timeMs / secondMs) * secondMs;
  const parts = formatterOf(timezone).formatToParts(secondsMs);
  const numbers = new Map(parts.map(({ type, value }) => [type, Number(value)]));
  const read = (type: Intl.DateTimeFormatPartTypes) => numbers.get(type) ?? 0;
  const shownMs = Date.UTC(
    read('year'),
    read('month') - 1,
    read('day'),
    read('hour'),
    read('minute'),
    read('second'),
  );
  return shownMs - secondsMs;
}

/**
 * Returns the spans with a constant offset that overlap a range, in order. The first span starts where the range
 * starts, and each span has a different offset than the previous span.
 */
export function listOffsetSpans(timezone: string, fromMs: number, toMs: number): OffsetSpan[] {
  const spans = [{ startMs: fromMs, offsetMs: offsetAt(timezone, fromMs) }];
  const lastYear = new Date(toMs).getUTCFullYear();
  for (let year = new Date(fromMs).getUTCFullYear(); year <= lastYear; year += 1)
    spans.push(...changesOf(timezone, year).filter(({ startMs }) => startMs > fromMs && startMs <= toMs));
  return spans;
}

// Returns the clock changes in a UTC year. They are cached because the computation is slow.
function changesOf(timezone: string, year: number): OffsetSpan[] {
  const key = `${timezone} ${year}`;
  const known = changes.get(key);
  if (known !== undefined) return known;
  const found: OffsetSpan[] = [];
  const [firstMs, endMs] = [Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1)];
  // The search starts just before the year, so that a change exactly at the start of the year is found.
  let beforeMs = firstMs - secondMs;
  while (beforeMs < endMs - secondMs) {
    const afterMs = Math.min(beforeMs + stepMs, endMs - secondMs);
    found.push(...changesBetween(timezone, beforeMs, afterMs));
    beforeMs = afterMs;
  }
  changes.set(key, found);
  return found;
}

function changesBetween(timezone: string, beforeMs: number, afterMs: number): OffsetSpan[] {
  const offsetBefore = offsetAt(timezone, beforeMs);
  const offsetMs = offsetAt(timezone, afterMs);
  if (offsetBefore === offsetMs) return [];
  let [before, after] = [beforeMs / secondMs, afterMs / secondMs];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offsetAt(timezone, middle * secondMs) === offsetBefore) before = middle;
    else after = middle;
  }
  const startMs = after * secondMs;
  const startOffset = offsetAt(timezone, startMs);
  const first = { startMs, offsetMs: startOffset };
  return startOffset === offsetMs ? [first] : [first, ...changesBetween(timezone, startMs, afterMs)];
}

// Formatters are cached per zone, because creating a formatter is slow.
function formatterOf(timezone: string): Intl.DateTimeFormat {
  const known = formatters.get(timezone);
  if (known !== undefined) return known;
  const formatter = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    timeZone: timezone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  });
  formatters.set(timezone, formatter);
  return formatter;
}
