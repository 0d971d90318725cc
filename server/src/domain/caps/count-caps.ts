import type { Cap, CapPeriod } from '@waypost/contract/campaigns/caps.ts';
import { dayAround, type Day } from '../calendar/day-around.ts';
import { hourAround } from '../calendar/hour-around.ts';

/** Number of visitors sent to a record, and number of their conversions, excluding reversed conversions. */
export type Counts = { arrivals: number; conversions: number };
type CountsSince = (sinceMs: number) => Counts;
type Settled = Counts & { untilMs: number };

export type CountPlan = {
  periods: Partial<Record<CapPeriod, { sinceMs: number; endMs: number }>>;
  /**
   * Part of the total that has been summed and saved, so it is not counted again. `settleUntilMs` is the time up to
   * which the saved part should be extended, or undefined if no extension is due.
   */
  settled: Settled | undefined;
  settleUntilMs: number | undefined;
  /** True until the start time of the total has been saved. */
  isNew: boolean;
  /** Time up to which every edge has shipped its rows, or undefined if it is unknown. */
  shippedUntilMs: number | undefined;
  moments: readonly number[];
};

const hourMs = 3_600_000;
// Recorded traffic is summed per quarter hour, so counting from any other time is slower.
const quarterMs = hourMs / 4;
// Rows delayed by more than this time are not included in a total. The limit is long enough for an edge that was
// offline overnight, and short enough that the rows still exist with a retention of three days.
const openMs = 24 * hourMs;
const neverMs = Date.parse('9999-12-31T00:00:00Z');

type CountedCap = { limit: number; per: CapPeriod; sinceMs: number; untilMs: number; counted: number };

/**
 * Count to which an edge adds its own visitors. `counted` includes exactly the visitors before `beforeMs`, so an edge
 * that adds only its visitors from that time on counts no visitor twice.
 */
export type CapCount = { recordId: string; beforeMs: number; caps: readonly CountedCap[] };

type Clocks = { nowMs: number; hourIn: (timezone: string) => Day; dayIn: (timezone: string) => Day };

/**
 * Computes the current hour and day once per time zone, because many records share a zone and the
 * computation is slow.
 */
export function readClocks(nowMs: number): Clocks {
  const once = (around: (timezone: string, timeMs: number) => Day) => {
    const known = new Map<string, Day>();
    return (timezone: string) => {
      const found = known.get(timezone) ?? around(timezone, nowMs);
      known.set(timezone, found);
      return found;
    };
  };
  return { nowMs, hourIn: once(hourAround), dayIn: once(dayAround) };
}

/**
 * Determines the times to count from. A total starts at the beginning of the quarter hour in which its cap is first
 * seen, and its settled part is extended about once an hour.
 */
export function planCount(
  { caps, timezone, settled }: { caps: readonly Cap[]; timezone: string; settled: Settled | null },
  { nowMs, hourIn, dayIn }: Clocks,
  shippedUntilMs?: number,
): CountPlan {
  const wanted = new Set(caps.map(({ per }) => per));
  const begun = settled ?? { untilMs: Math.floor(nowMs / quarterMs) * quarterMs, ...nothing };
  const due = Math.floor((nowMs - openMs) / hourMs) * hourMs;
  const settleUntilMs = wanted.has('total') && due > begun.untilMs ? due : undefined;
  const periods: CountPlan['periods'] = {};
  if (wanted.has('hour')) periods.hour = period(hourIn(timezone));
  if (wanted.has('day')) periods.day = period(dayIn(timezone));
  if (wanted.has('total')) periods.total = { sinceMs: begun.untilMs, endMs: neverMs };
  const hasVisitorCaps = caps.some(countsVisitors);
  const moments = [
    ...Object.values(periods).map(({ sinceMs }) => sinceMs),
    settleUntilMs,
    hasVisitorCaps ? shippedUntilMs : undefined,
  ];
  return {
    periods,
    settled: wanted.has('total') ? begun : undefined,
    settleUntilMs,
    isNew: settled === null,
    shippedUntilMs,
    moments: [...new Set(moments.filter((moment) => moment !== undefined))],
  };
}

const nothing: Counts = { arrivals: 0, conversions: 0 };

function period({ startMs, endMs }: Day) {
  return { sinceMs: startMs, endMs };
}

/** Returns the settled part of the total to save, or undefined if there is no total or nothing has changed. */
export function settleTotal(
  { settled, settleUntilMs, isNew }: CountPlan,
  since: CountsSince,
): Settled | undefined {
  if (settled === undefined || settleUntilMs === undefined) return isNew ? settled : undefined;
  const [from, after] = [since(settled.untilMs), since(settleUntilMs)];
  return {
    untilMs: settleUntilMs,
    arrivals: settled.arrivals + from.arrivals - after.arrivals,
    conversions: settled.conversions + from.conversions - after.conversions,
  };
}

/** Returns when the last of the reached caps resets, or undefined if no cap is reached. */
export function fullUntil(
  caps: readonly Cap[],
  { periods, settled = { untilMs: 0, ...nothing } }: CountPlan,
  since: CountsSince,
): number | undefined {
  const ends = caps.flatMap(({ limit, per, counts }) => {
    const counting = periods[per];
    if (counting === undefined) return [];
    const metric = counts === 'conversions' ? 'conversions' : 'arrivals';
    const before = per === 'total' ? settled[metric] : 0;
    return before + since(counting.sinceMs)[metric] >= limit ? [counting.endMs] : [];
  });
  return ends.length === 0 ? undefined : Math.max(...ends);
}

/** Returns the counts that edges continue from, or undefined if it is unknown which rows the edges have shipped. */
export function countShipped(
  caps: readonly Cap[],
  { periods, settled, shippedUntilMs }: CountPlan,
  since: CountsSince,
): Omit<CapCount, 'recordId'> | undefined {
  if (shippedUntilMs === undefined) return undefined;
  const counted = caps.filter(countsVisitors).flatMap(({ limit, per }): CountedCap[] => {
    const counting = periods[per];
    if (counting === undefined) return [];
    const { sinceMs, endMs: untilMs } = counting;
    const before = per === 'total' ? (settled?.arrivals ?? 0) : 0;
    const shipped = sinceMs < shippedUntilMs ? since(sinceMs).arrivals - since(shippedUntilMs).arrivals : 0;
    return [{ limit, per, sinceMs, untilMs, counted: before + shipped }];
  });
  return { beforeMs: shippedUntilMs, caps: counted };
}

function countsVisitors({ counts }: Cap): boolean {
  return counts !== 'conversions';
}
