import type { AnyMetricId } from '@waypost/contract/reports/custom-metric-ids.ts';
import * as values from '@waypost/contract/reports/format-metrics.ts';
import { describeMetric } from './describe-metric.ts';

export { noNumber, formatMoney, formatPercent } from '@waypost/contract/reports/format-metrics.ts';

type Value = number | null | undefined;

// With `decimals`, all values have the same number of decimals, as in a column of a table.
export function formatMetric(id: AnyMetricId, value: Value, currency: string, decimals?: number): string {
  return values.formatMetric(describeMetric(id), value, currency, decimals);
}

export function describeChange(id: AnyMetricId, value: Value, before: Value) {
  return values.describeChange(describeMetric(id), value, before);
}
