import type { CustomMetric } from '../../domain/reports/custom-metric.ts';
import { parseFormula } from '../../domain/reports/parse-formula.ts';
import type { Executor } from '../../store/database/database.ts';
import { listCustomMetricRows, type CustomMetricRow } from '../../store/records/custom-metrics.ts';

// Returns the custom metrics of a workspace with their parsed formulas.
export async function findCustomMetrics(executor: Executor, workspaceId: string): Promise<CustomMetric[]> {
  return (await listCustomMetricRows(executor, workspaceId)).flatMap(readRow);
}

// A formula that this version cannot read, because a later version saved it, counts as missing.
function readRow({ number, name, formula: text, format, decimals }: CustomMetricRow): CustomMetric[] {
  const reading = parseFormula(text);
  if ('problem' in reading) return [];
  const { formula, metrics: parts } = reading;
  return [{ id: `custom${number}`, name, format, decimals, formula, parts }];
}
