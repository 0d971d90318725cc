import { reportMetrics, type MetricId } from '@waypost/contract/report-metrics.ts';

/** Values by metric, as lists with metrics answer them. */
export type MetricValues = Readonly<Record<string, number | null>>;

/** These metrics, and those that they are made of: what totals need to be worked out. */
export function withParts(metrics: readonly MetricId[]): MetricId[] {
  return [...new Set(metrics.flatMap((id) => [...partsOf(id).flatMap((part) => withParts([part])), id]))];
}

/**
 * What the metrics of several records come to together. Counts and amounts are added up; what is made of others is made of
 * their totals, since shares do not add up. Undefined where a record or a part is not known.
 */
export function totalOf(
  id: MetricId,
  records: readonly (MetricValues | undefined)[],
): number | null | undefined {
  const { formula } = reportMetrics[id];
  if (formula.type === 'sum' || formula.type === 'visitsWith') return sumOf(id, records);
  const [one, other] = partsOf(id).map((part) => totalOf(part, records));
  if (one === undefined || other === undefined) return undefined;
  if (one === null || other === null) return null;
  if (formula.type === 'difference') return one - other;
  if (formula.type === 'total') return one + other;
  return other === 0 ? null : one / other;
}

function sumOf(id: MetricId, records: readonly (MetricValues | undefined)[]): number | undefined {
  let sum = 0;
  for (const values of records) {
    const value = values?.[id];
    if (value === undefined || value === null) return undefined;
    sum += value;
  }
  return sum;
}

function partsOf(id: MetricId): MetricId[] {
  const { formula } = reportMetrics[id];
  if (formula.type === 'difference') return [formula.of, formula.less];
  if (formula.type === 'total') return [formula.of, formula.and];
  return formula.type === 'ratio' ? [formula.of, formula.per] : [];
}
