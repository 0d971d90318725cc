import {
  isCustomMetricId,
  type CustomMetricFormat,
  type CustomMetricId,
} from '@waypost/contract/reports/custom-metric-ids.ts';
import type { MetricId } from '@waypost/contract/reports/report-metrics.ts';
import { evaluateFormula } from './evaluate-formula.ts';
import { computeMicros, type SumUnits } from './metric-sums.ts';
import type { Formula } from './parse-formula.ts';

// Metric that a workspace defines.
export type CustomMetric = {
  id: CustomMetricId;
  name: string;
  format: CustomMetricFormat;
  decimals: number;
  formula: Formula;
  // Built-in metrics of the formula.
  parts: readonly MetricId[];
};

// Metric of a report.
export type ReportMetric = MetricId | CustomMetric;

export function idOf(metric: ReportMetric): MetricId | CustomMetricId {
  return typeof metric === 'string' ? metric : metric.id;
}

// Returns the built-in metrics whose sums the metrics are computed from.
export function listParts(metrics: readonly ReportMetric[]): MetricId[] {
  return [...new Set(metrics.flatMap((one) => (typeof one === 'string' ? [one] : one.parts)))];
}

// Returns a metric in millionths, or null if it has no value.
export function microsOf(metric: ReportMetric, sums: SumUnits): bigint | null {
  return typeof metric === 'string' ? computeMicros(metric, sums) : evaluateFormula(metric.formula, sums);
}

// Returns the metrics with these IDs, and the custom metrics among the IDs that do not exist.
export function findMetrics(
  ids: readonly (MetricId | CustomMetricId)[],
  custom: readonly CustomMetric[],
): { metrics: ReportMetric[]; missing: CustomMetricId[] } {
  const metrics: ReportMetric[] = [];
  const missing: CustomMetricId[] = [];
  for (const id of ids) {
    const found = isCustomMetricId(id) ? custom.find((one) => one.id === id) : id;
    if (found !== undefined) metrics.push(found);
    else if (isCustomMetricId(id)) missing.push(id);
  }
  return { metrics, missing };
}

export function describeMissing(id: string): string {
  return `Custom metric ${id} not found. It may have been deleted.`;
}
