import { divideHalfEven, fromUnits, toUnits } from '../money/decimal.ts';

// Share of each visit, in units of the twelfth decimal place. The share of the last visit includes the remainder.
type Allotment = { each: bigint; last: bigint };

/**
 * Distributes an amount over visits without losing a digit: every visit gets an equal share, rounded half to even, and
 * the last visit gets the remainder. Shares are rounded down if the remainder would otherwise be negative. Each traffic
 * store implements the same calculation in SQL.
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

/** Divides an amount among parts in proportion to their visits. The last part gets the remainder. */
export function allotParts(amount: string, visits: readonly number[]): string[] {
  const units = toUnits(amount);
  const all = BigInt(visits.reduce((sum, count) => sum + count, 0));
  const { each } = allotCost(units, all);
  const amounts = visits.slice(0, -1).map((count) => each * BigInt(count));
  const rest = units - amounts.reduce((sum, part) => sum + part, 0n);
  return [...amounts, rest].map(fromUnits);
}

/** Time range and its number of visits. The range ends before `untilMs`. */
export type TimedVisits = { fromMs: number; untilMs: number; visits: number };

/**
 * Combines consecutive ranges into parts of at most `visitsMax` visits. A range with more visits becomes a separate
 * part. Gaps between ranges belong to no part, because they have no visits.
 */
export function packParts(ranges: readonly TimedVisits[], visitsMax: number): TimedVisits[] {
  const parts: TimedVisits[] = [];
  let open: TimedVisits | undefined;
  for (const range of ranges) {
    if (open === undefined || open.visits + range.visits > visitsMax) {
      open = { ...range };
      parts.push(open);
    } else {
      open.untilMs = range.untilMs;
      open.visits += range.visits;
    }
  }
  return parts;
}

/** Visits of a campaign that a cost entry applies to. The time range ends before `untilMs`. */
export type CostScope = { fromMs: number; untilMs: number; tokens: Readonly<Record<string, string>> };

/**
 * Returns true if a visit could be in both scopes and be charged twice. Only different values of the same token
 * exclude each other: an entry for a whole day and an entry for a site on that day share the visits from that site.
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
