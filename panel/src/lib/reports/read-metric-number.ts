import type { AnyMetricId } from '@waypost/contract/reports/custom-metric-ids.ts';
import * as values from '@waypost/contract/reports/read-metric-number.ts';
import { describeMetric } from '../format/describe-metric.ts';

export function isPercentMetric(id: AnyMetricId): boolean {
  return values.isPercentMetric(describeMetric(id));
}

export function readMetricNumber(id: AnyMetricId, text: string): number {
  return values.readMetricNumber(describeMetric(id), text);
}

export function writeMetricNumber(id: AnyMetricId, value: number): string {
  return values.writeMetricNumber(describeMetric(id), value);
}
