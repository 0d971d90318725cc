import { normalizeDecimal } from '../../domain/money/decimal.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import type { DaySums } from '../../traffic/traffic-store.ts';
import { compareDays, type DayDifference } from '../backup/compare-days.ts';
import type { TrafficAddress } from '../engine-addresses.ts';
import { openTraffic } from '../open-traffic.ts';

const dayMs = 86_400_000;

// Rows that expire soon are left out, because each store deletes them at a different time.
export async function compareStores(
  ...stores: readonly [TrafficAddress, TrafficAddress]
): Promise<{ days: number; rows: number; differences: DayDifference[] }> {
  const tomorrow = new Date(Date.now() + dayMs).toISOString().slice(0, 10);
  const [before = [], after = []] = await Promise.all(
    stores.map(async (address) => {
      const traffic = await openTraffic(address);
      try {
        return (await traffic.summarizeDays(tomorrow)).map(normalizeSums);
      } finally {
        await traffic.close();
      }
    }),
  );
  const rows = after.reduce((sum, day) => sum + day.rows, 0);
  return { days: after.length, rows, differences: compareDays({ before, after: before }, after) };
}

// Both stores return the same number, but may write it differently. The order of the properties is compared as well.
function normalizeSums({ day, rows, visits, lpClicks, conversions, cost, revenue }: DaySums): DaySums {
  return {
    day,
    rows,
    visits,
    lpClicks,
    conversions,
    cost: normalizeDecimal(cost),
    revenue: normalizeDecimal(revenue),
  };
}

const shownDays = 5;

export function differentSums(differences: readonly DayDifference[]): OperatorError {
  const shown = differences
    .slice(0, shownDays)
    .map(
      ({ day, backedUp, restored }) => `${day}: ${backedUp?.rows ?? 0} rows, copied ${restored?.rows ?? 0}`,
    );
  return new OperatorError(
    'refused',
    `The copy differs from the original on ${differences.length} days (${shown.join('; ')}). Nothing was switched. Run \`waypost move\` again to copy everything again.`,
  );
}
