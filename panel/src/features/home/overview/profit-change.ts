import type { PeriodRows } from '../../../lib/reports/compare-rows.ts';

export type ProfitParts = { visits: number; conversions: number; cost: number; revenue: number };

type ProfitChange = {
  change: number;
  volume: number;
  rate: number;
  /** Effect of changes in revenue per conversion and cost per visit. */
  price: number;
};

/**
 * Splits a profit change into the effects of its factors. Profit is visits × (conversions per visit × revenue per
 * conversion − cost per visit). Each factor gets its Shapley value, which is its effect averaged over all orders in
 * which the factors could have changed. No factor is favored, and the effects add up to the whole change. Changes that
 * no factor explains, such as revenue without a conversion, are attributed to price.
 */
export function explainProfit(before: ProfitParts, now: ProfitParts): ProfitChange {
  const change = profitOf(now) - profitOf(before);
  const [visits, visitsBefore] = [now.visits, before.visits];
  const rate = sides(now.conversions, now.visits, before.conversions, before.visits);
  const brings = sides(now.revenue, now.conversions, before.revenue, before.conversions);
  const costs = sides(now.cost, now.visits, before.cost, before.visits);
  const more = visits - visitsBefore;
  const volume = more * around(rate, brings) - (more * (costs.before + costs.now)) / 2;
  const rated = (rate.now - rate.before) * around({ now: visits, before: visitsBefore }, brings);
  return { change, volume, rate: rated, price: change - volume - rated };
}

type Sides = { now: number; before: number };

/**
 * Applies the Shapley weights to the other two factors in a product of three: 1/3 if both factors have their previous
 * values or both have their current values, and 1/6 for each mixed case.
 */
function around(one: Sides, other: Sides): number {
  const [was, is] = [one.before * other.before, one.now * other.now];
  return (2 * (was + is) + one.before * other.now + one.now * other.before) / 6;
}

function profitOf({ revenue, cost }: ProfitParts): number {
  return revenue - cost;
}

/**
 * Returns a ratio in both periods. If the denominator is zero in one period, the ratio of the other period is used for
 * both, so the ratio has no effect.
 */
function sides(part: number, whole: number, partBefore: number, wholeBefore: number): Sides {
  const now = whole === 0 ? undefined : part / whole;
  const before = wholeBefore === 0 ? undefined : partBefore / wholeBefore;
  return { now: now ?? before ?? 0, before: before ?? now ?? 0 };
}

export function mainReason({ volume, rate, price }: ProfitChange): 'volume' | 'rate' | 'price' {
  const parts = { volume, rate, price };
  const [first = 'volume'] = (Object.keys(parts) as (keyof typeof parts)[]).toSorted(
    (one, other) => Math.abs(parts[other]) - Math.abs(parts[one]),
  );
  return first;
}

type ProfitRow = PeriodRows['rows'][number];
export type Mover = ProfitChange & { id: string | null; before: ProfitParts; now: ProfitParts };

/**
 * Returns the records whose profit changed most, up or down. `by` is the dimension of the rows. If the rows of a period
 * are incomplete, leaves out records without a row in that period, because their rows may not have been loaded.
 */
export function findMovers(
  by: string,
  { now: rows, before: rowsBefore }: { now: PeriodRows; before: PeriodRows },
  countMax: number,
): Mover[] {
  const [now, before] = [indexRows(by, rows.rows), indexRows(by, rowsBefore.rows)];
  const ids = [...new Set([...now.keys(), ...before.keys()])].filter(
    (id) => (now.has(id) || rows.isWhole) && (before.has(id) || rowsBefore.isWhole),
  );
  return ids
    .map((id) => {
      const [one, other] = [before.get(id) ?? nothing, now.get(id) ?? nothing];
      return { id, before: one, now: other, ...explainProfit(one, other) };
    })
    .filter(({ change }) => Math.abs(change) >= 0.01)
    .toSorted((one, other) => Math.abs(other.change) - Math.abs(one.change))
    .slice(0, countMax);
}

const nothing: ProfitParts = { visits: 0, conversions: 0, cost: 0, revenue: 0 };

function indexRows(by: string, rows: readonly ProfitRow[]): Map<string | null, ProfitParts> {
  const read = (value: ProfitRow[string] | undefined) => (typeof value === 'number' ? value : 0);
  return new Map(
    rows.map((row) => {
      const id = row[by] ?? null;
      return [
        id === null ? null : String(id),
        {
          visits: read(row['visits']),
          conversions: read(row['conversions']),
          cost: read(row['cost']),
          revenue: read(row['revenue']),
        },
      ];
    }),
  );
}
