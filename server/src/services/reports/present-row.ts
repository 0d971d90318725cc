import type { MetricId } from '@waypost/contract/report-metrics.ts';
import type { ReportRow } from '@waypost/contract/reports.ts';
import { computeMicros, listSums, nameSum, readUnits } from '../../domain/reports/metric-sums.ts';
import type { ReportQuestion } from '../../domain/reports/question.ts';
import { readDimensionValue, writeMicros } from '../../domain/reports/read-row.ts';
import type { ReportCells } from '../../events/reports/ask-report.ts';

/** A row with its amounts as exact decimal texts; null is what is missing. */
export type ExactRow = Record<string, string | number | null>;

/** Turns what ClickHouse answers into rows. The cells are the dimensions and then the sums behind the metrics. */
export function rowReader({ dimensions, metrics }: Pick<ReportQuestion, 'dimensions' | 'metrics'>) {
  const readMetrics = metricReader(metrics);
  return (cells: ReportCells): ExactRow => {
    const values = dimensions.map((id, at) => [id, readDimensionValue(id, readText(cells[at]))] as const);
    return { ...Object.fromEntries(values), ...readMetrics(cells.slice(dimensions.length)) };
  };
}

function metricReader(metrics: readonly MetricId[]): (cells: ReportCells) => Record<string, string | null> {
  const sums = listSums(metrics);
  return (cells) => {
    const units = new Map(sums.map((sum, at) => [nameSum(sum), readUnits(sum, readText(cells[at]) ?? '0')]));
    return Object.fromEntries(
      metrics.map((metric) => {
        const micros = computeMicros(metric, units);
        return [metric, micros === null ? null : writeMicros(micros)];
      }),
    );
  };
}

/** As the API answers it; only here exact decimals become the numbers of JSON. */
export function presentRow(row: ExactRow, metrics: readonly MetricId[]): ReportRow {
  return { ...row, ...presentMetrics(row, metrics) };
}

export function presentMetrics(row: ExactRow, metrics: readonly MetricId[]): Record<string, number | null> {
  return Object.fromEntries(
    metrics.map((metric) => {
      const text = row[metric] ?? null;
      return [metric, text === null ? null : Number(text)];
    }),
  );
}

function readText(cell: ReportCells[number] | undefined): string | null {
  return cell === undefined || cell === null ? null : String(cell);
}
