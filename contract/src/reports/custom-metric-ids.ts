import { isMetricId, type MetricId } from './report-metrics.ts';

export const customMetricLimits = {
  perWorkspace: 100,
  nameLength: 60,
  formulaLength: 500,
  // Maximum number of nested parentheses and minus signs.
  depth: 20,
  // Values are rounded to 6 decimals. 4 decimals of a percentage are 6 decimals of its value.
  decimals: { number: 6, amount: 6, percentage: 4 },
} as const;

// ID of a custom metric in reports. Numbers are not reused, so that a saved report never shows a different metric.
export type CustomMetricId = `custom${number}`;

export const customMetricIdForm = /^custom[1-9]\d{0,5}$/;

export function isCustomMetricId(id: string): id is CustomMetricId {
  return customMetricIdForm.test(id);
}

// Metric of a report in the panel API: built-in, or defined in the workspace.
export type AnyMetricId = MetricId | CustomMetricId;

export function isAnyMetricId(id: string): id is AnyMetricId {
  return isMetricId(id) || isCustomMetricId(id);
}

export const customMetricFormats = ['number', 'amount', 'percentage'] as const;
export type CustomMetricFormat = (typeof customMetricFormats)[number];
