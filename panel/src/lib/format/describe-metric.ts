import type { AnyMetricId } from '@waypost/contract/reports/custom-metric-ids.ts';
import {
  describeBuiltInMetric,
  describeCustomMetric,
  type MetricInfo,
} from '@waypost/contract/reports/describe-metric.ts';
import { isMetricId } from '@waypost/contract/reports/report-metrics.ts';
import type { CustomMetric } from '../api/api.ts';

// Custom metrics of the workspace on the screen. Only one workspace is on the screen at a time, and the functions that
// format values are called for every cell, so they read the metrics here instead of receiving them.
let customMetrics: ReadonlyMap<string, CustomMetric> = new Map();

export function registerCustomMetrics(metrics: readonly CustomMetric[]): void {
  customMetrics = new Map(metrics.map((metric) => [metric.metric, metric]));
}

export function listRegisteredMetrics(): AnyMetricId[] {
  return [...customMetrics.keys()] as AnyMetricId[];
}

// Returns true for built-in metrics and the custom metrics of the workspace.
export function isKnownMetric(id: string): id is AnyMetricId {
  return isMetricId(id) || customMetrics.has(id);
}

export function describeMetric(id: AnyMetricId): MetricInfo {
  return isMetricId(id) ? describeBuiltInMetric(id) : describeCustomMetric(customMetrics.get(id));
}
