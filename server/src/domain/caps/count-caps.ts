import type { Cap, CapPeriod } from '@waypost/contract/caps.ts';
import { dayAround, type Day } from '../calendar/day-around.ts';
import { hourAround } from '../calendar/hour-around.ts';

/** Who was sent there, and what came of it, less what was taken back. */
export type Counts = { arrivals: number; conversions: number };
type CountsSince = (sinceMs: number) => Counts;
type Settled = Counts & { untilMs: number };

/** Since when a record is counted for each of its caps. */
export type CountPlan = {
  periods: Partial<Record<CapPeriod, { sinceMs: number; endMs: number }>>;
  /** Of the total: what is no longer counted, and up to when it is to be settled now, where it is time for that. */
  settled: Settled | undefined;
  settleUntilMs: number | undefined;
  /** Whether nobody has noted yet when the total began. */
  isNew: boolean;
  /** Every edge has shipped its rows up to this moment; undefined where that is not known. */
  shippedUntilMs: number | undefined;
  /** All moments that counts are needed since, each once. */
  moments: readonly number[];
};

const hourMs = 3_600_000;
/** Recorded traffic is kept in sums of this stretch; counts since any other moment take longer. */
const quarterMs = hourMs / 4;
/**
 * Rows that come later than this are in no total. Short enough that they are still there, and quickly counted, where
 * they are kept for three days at least; long enough for an edge that was cut off for a night.
 */
const openMs = 24 * hourMs;
/** Totals have no end. */
const neverMs = Date.parse('9999-12-31T00:00:00Z');

/** A cap on visitors with the number of those who came before `CapCount.beforeMs`. */
type CountedCap = { limit: number; per: CapPeriod; sinceMs: number; untilMs: number; counted: number };

/**
 * What edges need to count a record's visitors by themselves: `counted` has every visitor before `beforeMs` and nobody
 * after it, so an edge adds its own from then on without counting anyone twice.
 */
export type CapCount = { recordId: string; beforeMs: number; caps: readonly CountedCap[] };

type Clocks = { nowMs: number; hourIn: (timezone: string) => Day; dayIn: (timezone: string) => Day };

/** The hour and the day that clocks show now, each looked for once: many records share a timezone, and it takes long. */
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

/** A total begins with the quarter of an hour in which it is first seen, and is settled about once an hour. */
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

/** What is to be noted of a total; undefined where it has none, or nothing is new. */
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

/** When the last of the caps that are reached begins anew; undefined where none is reached. */
export function fullUntil(
  caps: readonly Cap[],
  { periods, settled = { untilMs: 0, ...nothing } }: CountPlan,
  since: CountsSince,
): number | undefined {
  const ends = caps.flatMap(({ limit, per, counts }) => {
    const stretch = periods[per];
    if (stretch === undefined) return [];
    const what = counts === 'conversions' ? 'conversions' : 'arrivals';
    const before = per === 'total' ? settled[what] : 0;
    return before + since(stretch.sinceMs)[what] >= limit ? [stretch.endMs] : [];
  });
  return ends.length === 0 ? undefined : Math.max(...ends);
}

/** The counts that edges continue from; undefined where it is not known which rows the traffic store has. */
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
