import type { FieldLabels } from '@waypost/contract/reports/field-labels.ts';
import { reportMetrics, writeFormula, type MetricId } from '@waypost/contract/reports/report-metrics.ts';

export function metricLabel(id: MetricId, names?: FieldLabels): string {
  return names?.get(id) ?? reportMetrics[id].label;
}

export function explainMetric(id: MetricId): string {
  const { sentence, formula } = reportMetrics[id];
  const isMade = formula.type !== 'sum' && formula.type !== 'visitsWith';
  return isMade ? `${sentence}: ${writeFormula(id)}.` : `${sentence}.`;
}
