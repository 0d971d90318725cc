import type { CustomMetricFormat } from './custom-metric-ids.ts';
import { reportMetrics, writeFormula, type MetricId } from './report-metrics.ts';

export type MetricInfo = {
  label: string;
  unit: 'count' | 'currency' | 'number' | 'percent';
  // Meaning of the metric, with its formula.
  explanation: string;
  // False for metrics without a value if there is no traffic, such as ratios.
  isSummed: boolean;
  // Fixed number of decimals. Other metrics have as many as their values need.
  decimals: number | undefined;
};

export function describeBuiltInMetric(id: MetricId): MetricInfo {
  const { label, unit, sentence, formula } = reportMetrics[id];
  const isMade = formula.type !== 'sum' && formula.type !== 'visitsWith';
  return {
    label,
    unit,
    explanation: isMade ? `${sentence}: ${writeFormula(id)}.` : `${sentence}.`,
    isSummed: formula.type !== 'ratio',
    decimals: undefined,
  };
}

const units = { number: 'number', amount: 'currency', percentage: 'percent' } as const;

type CustomMetricContent = { name: string; formula: string; format: CustomMetricFormat; decimals: number };

// Without content, the metric was deleted.
export function describeCustomMetric(custom: CustomMetricContent | undefined): MetricInfo {
  const { name = 'Deleted metric', formula = '', format = 'number', decimals = 2 } = custom ?? {};
  return {
    label: name,
    unit: units[format],
    explanation: custom === undefined ? 'This custom metric was deleted.' : `Custom metric: ${formula}.`,
    isSummed: false,
    decimals,
  };
}
