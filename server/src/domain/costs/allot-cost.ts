import { divideHalfEven, fromUnits, toUnits } from '../money/decimal.ts';

/** What each of some visits bears, in units of the twelfth decimal; the last one bears the rest. */
type Allotment = { each: bigint; last: bigint };

/**
 * An amount over a number of visits, exact to the last digit: the same for each, rounded half to even, and the remainder
 * on the last. Where so little is spread that rounding up would leave the last one less than nothing, it is rounded down.
 * Less than nothing is allotted like as much more, with a minus. Each store of traffic says the same in SQL.
 */
export function allotCost(units: bigint, visits: bigint): Allotment {
  if (units < 0n) {
    const { each, last } = allotCost(-units, visits);
    return { each: -each, last: -last };
  }
  const rounded = divideHalfEven(units, visits);
  const each = rounded * (visits - 1n) > units ? units / visits : rounded;
  return { each, last: units - each * (visits - 1n) };
}

/** The amounts of parts with these numbers of visits: what their visits bear together, and the remainder in the last. */
export function allotParts(amount: string, visits: readonly number[]): string[] {
  const units = toUnits(amount);
  const all = BigInt(visits.reduce((sum, count) => sum + count, 0));
  const { each } = allotCost(units, all);
  const amounts = visits.slice(0, -1).map((count) => each * BigInt(count));
  const rest = units - amounts.reduce((sum, part) => sum + part, 0n);
  return [...amounts, rest].map(fromUnits);
}

/** A stretch of time and the visits in it; `untilMs` is the first moment after it. */
export type TimedVisits = { fromMs: number; untilMs: number; visits: number };

/**
 * Stretches one after the other, put together as long as a part has at most so many visits. A stretch that has more by
 * itself is a part by itself. Gaps between them belong to nobody: nothing was there.
 */
export function packParts(stretches: readonly TimedVisits[], visitsMax: number): TimedVisits[] {
  const parts: TimedVisits[] = [];
  let open: TimedVisits | undefined;
  for (const stretch of stretches) {
    if (open === undefined || open.visits + stretch.visits > visitsMax) {
      open = { ...stretch };
      parts.push(open);
    } else {
      open.untilMs = stretch.untilMs;
      open.visits += stretch.visits;
    }
  }
  return parts;
}

/** Which visits of a campaign a cost entry is about; `untilMs` is the first moment after the period. */
export type CostScope = { fromMs: number; untilMs: number; tokens: Readonly<Record<string, string>> };

/**
 * Whether a visit could be in both, and would be charged twice. Only two different values of the same token keep them
 * apart: an entry for all of a day and one for a site on that day share the visits from that site.
 */
export function mayShareVisits(left: CostScope, right: CostScope): boolean {
  if (left.untilMs <= right.fromMs || right.untilMs <= left.fromMs) return false;
  return Object.entries(left.tokens).every(
    ([name, value]) => !Object.hasOwn(right.tokens, name) || right.tokens[name] === value,
  );
}

export function isSameScope(left: CostScope, right: CostScope): boolean {
  const names = Object.keys(left.tokens);
  return (
    left.fromMs === right.fromMs &&
    left.untilMs === right.untilMs &&
    names.length === Object.keys(right.tokens).length &&
    names.every((name) => left.tokens[name] === right.tokens[name])
  );
}
