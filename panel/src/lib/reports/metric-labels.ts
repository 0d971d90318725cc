import type { AnyMetricId } from '@waypost/contract/reports/custom-metric-ids.ts';
import type { FieldLabels } from '@waypost/contract/reports/field-labels.ts';
import { describeMetric } from '../format/describe-metric.ts';

export function metricLabel(id: AnyMetricId, names?: FieldLabels): string {
  return names?.get(id) ?? describeMetric(id).label;
}

export function explainMetric(id: AnyMetricId): string {
  return describeMetric(id).explanation;
}
