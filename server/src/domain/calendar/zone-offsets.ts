/** A stretch of time in which clocks of a zone stand this far before UTC, up to the start of the next one. */
export type OffsetSpan = { startMs: number; offsetMs: number };

const secondMs = 1_000;
const dayMs = 86_400_000;
// Clocks are set anew every few weeks at most; two changes that undo each other within this would go unseen.
const stepMs = 7 * dayMs;

const formatters = new Map<string, Intl.DateTimeFormat>();
const changes = new Map<string, OffsetSpan[]>();

/** How far clocks in a timezone stand before UTC at a moment. */
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

/** The spans that a range of time touches, in order; the first begins with the range, each differs from the one before. */
export function listOffsetSpans(timezone: string, fromMs: number, toMs: number): OffsetSpan[] {
  const spans = [{ startMs: fromMs, offsetMs: offsetAt(timezone, fromMs) }];
  const lastYear = new Date(toMs).getUTCFullYear();
  for (let year = new Date(fromMs).getUTCFullYear(); year <= lastYear; year += 1)
    spans.push(...changesOf(timezone, year).filter(({ startMs }) => startMs > fromMs && startMs <= toMs));
  return spans;
}

/** When clocks are changed in a year of UTC. Looked for once: it is the same for every question. */
function changesOf(timezone: string, year: number): OffsetSpan[] {
  const key = `${timezone} ${year}`;
  const known = changes.get(key);
  if (known !== undefined) return known;
  const found: OffsetSpan[] = [];
  const [firstMs, endMs] = [Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1)];
  // From just before the year on, so that a change at its very beginning is one of its own.
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

/** Formatters are dear to make, so each zone has one for good. */
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
