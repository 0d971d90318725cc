import type { AnyMetricId } from '@waypost/contract/reports/custom-metric-ids.ts';
import { totalOf, type MetricValues } from './metric-totals.ts';

export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;
export const hours = Array.from({ length: 24 }, (_, hour) => hour);

type Row = Readonly<Record<string, string | number | null>>;

export type HourMap = {
  at: (weekday: number, hour: number) => number | null;
  ofWeekday: (weekday: number) => number | null;
  ofHour: (hour: number) => number | null;
  ofAll: number | null;
  // Ends of the color scale.
  largest: number;
  smallest: number;
};

// Arranges the rows of a report by weekday and hour of the day. Totals are computed from the parts of the metric,
// because ratios do not add up.
export function hourMapOf(metric: AnyMetricId, rows: readonly Row[]): HourMap {
  const known = rows.map((row) => ({
    weekday: Number(row['weekday']),
    hour: Number(row['hourOfDay']),
    values: row as MetricValues,
  }));
  const cells = new Map(known.map((cell) => [`${cell.weekday} ${cell.hour}`, cell.values]));
  const totalIn = (isIn: (cell: (typeof known)[number]) => boolean) => {
    const found = known.filter(isIn);
    return found.length === 0
      ? null
      : (totalOf(
          metric,
          found.map(({ values }) => values),
        ) ?? null);
  };
  const shown = known.flatMap(({ values }) => values[metric] ?? []);
  return {
    at: (weekday, hour) => cells.get(`${weekday} ${hour}`)?.[metric] ?? null,
    ofWeekday: (weekday) => totalIn((cell) => cell.weekday === weekday),
    ofHour: (hour) => totalIn((cell) => cell.hour === hour),
    ofAll: totalIn(() => true),
    largest: usualMost(shown.filter((value) => value > 0)),
    smallest: 0 - usualMost(shown.filter((value) => value < 0).map((value) => -value)),
  };
}

// Returns the value that a tenth of the values exceed, so that a single conversion in a quiet hour does not make all other
// hours pale. With few values, returns the largest.
function usualMost(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * 0.9) - 1] ?? 0;
}
