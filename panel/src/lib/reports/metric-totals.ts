import type { AnyMetricId } from '@waypost/contract/reports/custom-metric-ids.ts';
import { isMetricId, reportMetrics, type MetricId } from '@waypost/contract/reports/report-metrics.ts';

export type MetricValues = Readonly<Record<string, number | null>>;

/** Adds the metrics from which the given metrics are computed, because totals require them. */
export function withParts<Id extends AnyMetricId>(metrics: readonly Id[]): (Id | MetricId)[] {
  return [...new Set(metrics.flatMap((id) => [...partsOf(id).flatMap((part) => withParts([part])), id]))];
}

/**
 * Returns the total for several records, or undefined if a value is missing. Counts and amounts are added up. Computed
 * metrics use the totals of their parts, because ratios do not add up.
 */
export function totalOf(
  id: AnyMetricId,
  records: readonly (MetricValues | undefined)[],
): number | null | undefined {
  // The parts of a custom metric are known only to the server.
  if (!isMetricId(id)) return undefined;
  const { formula } = reportMetrics[id];
  if (formula.type === 'sum' || formula.type === 'visitsWith') return sumOf(id, records);
  const [one, other] = partsOf(id).map((part) => totalOf(part, records));
  if (one === undefined || other === undefined) return undefined;
  if (one === null || other === null) return null;
  if (formula.type === 'difference') return one - other;
  if (formula.type === 'total') return one + other;
  return other === 0 ? null : one / other;
}

function sumOf(id: AnyMetricId, records: readonly (MetricValues | undefined)[]): number | undefined {
  let sum = 0;
  for (const values of records) {
    const value = values?.[id];
    if (value === undefined || value === null) return undefined;
    sum += value;
  }
  return sum;
}

function partsOf(id: AnyMetricId): MetricId[] {
  if (!isMetricId(id)) return [];
  const { formula } = reportMetrics[id];
  if (formula.type === 'difference') return [formula.of, formula.less];
  if (formula.type === 'total') return [formula.of, formula.and];
  return formula.type === 'ratio' ? [formula.of, formula.per] : [];
}
