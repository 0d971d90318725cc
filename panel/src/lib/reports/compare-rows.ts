import type { AnyMetricId } from '@waypost/contract/reports/custom-metric-ids.ts';
import { describeMetric } from '../format/describe-metric.ts';

export type ReportValues = Readonly<Record<string, string | number | null>>;
export type ReportRow = {
  id: string;
  values: ReportValues;
  /** Values in the comparison period. Undefined if the report is not compared or the values are unknown. */
  before: ReportValues | undefined;
};
/**
 * Rows of one period. If `isWhole` is false, the list is incomplete, so a row that is missing from it may still exist.
 */
export type PeriodRows = { rows: readonly ReportValues[]; isWhole: boolean };

export function keyOf(row: ReportValues, dimensions: readonly string[]): string {
  return JSON.stringify(dimensions.map((id) => row[id] ?? null));
}

/**
 * Pairs each row with its previous values. A row that exists in only one period counts as zero in the other period,
 * unless the rows of that other period are incomplete. `isGoneLeftOut` leaves out rows that exist only in the previous
 * period. It is set if rows are filtered by a metric, because the filter may have removed rows of the current period.
 */
export function compareRows(
  { dimensions, metrics }: { dimensions: readonly string[]; metrics: readonly AnyMetricId[] },
  { now, before, isGoneLeftOut }: { now: PeriodRows; before: PeriodRows; isGoneLeftOut: boolean },
): ReportRow[] {
  const nothing = Object.fromEntries(metrics.map((id) => [id, isSummed(id) ? 0 : null]));
  const earlier = new Map(before.rows.map((values) => [keyOf(values, dimensions), values]));
  const rows = now.rows.map((values): ReportRow => {
    const id = keyOf(values, dimensions);
    return { id, values, before: earlier.get(id) ?? (before.isWhole ? nothing : undefined) };
  });
  if (isGoneLeftOut || !now.isWhole) return rows;
  const known = new Set(rows.map(({ id }) => id));
  const gone = [...earlier].filter(([id]) => !known.has(id));
  return [
    ...rows,
    ...gone.map(([id, values]) => ({ id, values: { ...values, ...nothing }, before: values })),
  ];
}

function isSummed(metric: AnyMetricId): boolean {
  return describeMetric(metric).isSummed;
}

export function numberOf(values: ReportValues | undefined, id: string): number | null {
  const value = values?.[id];
  return typeof value === 'number' ? value : null;
}

/** Returns the difference from the previous value, or null if one of the two values is missing. */
export function changeOf({ values, before }: ReportRow, id: string): number | null {
  const [now, was] = [numberOf(values, id), numberOf(before, id)];
  return now === null || was === null ? null : now - was;
}
