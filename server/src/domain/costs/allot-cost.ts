import { divideHalfEven, fromUnits, toUnits } from '../money/decimal.ts';

/** What each of some visits bears, in units of the twelfth decimal; the last one bears the rest. */
export type Allotment = { each: bigint; last: bigint };

/**
 * An amount over a number of visits, exact to the last digit: the same for each, rounded half to even, and the remainder
 * on the last. Where so little is spread that rounding up would leave the last one less than nothing, it is rounded down.
 * Each store of traffic says the same in SQL.
 */
export function allotCost(units: bigint, visits: bigint): Allotment {
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
