import { isRecordDimension, type DimensionId } from '@waypost/contract/reports/report-dimensions.ts';
import type { MetricId } from '@waypost/contract/reports/report-metrics.ts';
import type { ReportRow } from '@waypost/contract/reports/reports.ts';
import { computeMicros } from '../../domain/reports/metric-sums.ts';
import type { ReportDefinition } from '../../domain/reports/report-definition.ts';
import { readDimensionValue, writeMicros } from '../../domain/reports/read-row.ts';
import { listLabels } from '../../store/records/labels.ts';
import type { ReportGroup } from '../../traffic/traffic-store.ts';
import { readInWorkspace, type WorkspaceContext } from '../context.ts';

/**
 * Finds the names of records, including archived records. Deleted records and records of other workspaces have no
 * label.
 */
export async function findLabels(
  context: WorkspaceContext,
  dimensions: readonly DimensionId[],
  rows: readonly ReportRow[],
): Promise<Record<string, Record<string, string>>> {
  const records = dimensions.filter(isRecordDimension);
  const wanted = records.map((dimension) => ({ dimension, ids: listIds(rows, dimension) }));
  const named = wanted.filter(({ ids }) => ids.length > 0);
  const found =
    named.length === 0
      ? []
      : await readInWorkspace(context, 'list', (executor) =>
          listLabels(executor, context.workspaceId, named),
        );
  const labelsOf = (dimension: DimensionId) =>
    found.filter((label) => label.dimension === dimension).map(({ id, name }) => [id, name] as const);
  return Object.fromEntries(records.map((dimension) => [dimension, Object.fromEntries(labelsOf(dimension))]));
}

function listIds(rows: readonly ReportRow[], dimension: DimensionId): string[] {
  const ids = rows.map((row) => row[dimension]).filter((id) => typeof id === 'string');
  return [...new Set(ids)];
}

/** Row whose amounts are exact decimal strings. Null means that there is no value. */
export type ExactRow = Record<string, string | number | null>;

export function rowReader({ dimensions, metrics }: Pick<ReportDefinition, 'dimensions' | 'metrics'>) {
  return ({ keys, sums }: ReportGroup): ExactRow => {
    const row: ExactRow = {};
    for (const [at, id] of dimensions.entries()) row[id] = readDimensionValue(id, keys[at] ?? null);
    for (const metric of metrics) {
      const micros = computeMicros(metric, sums);
      row[metric] = micros === null ? null : writeMicros(micros);
    }
    return row;
  };
}

/** Converts exact decimals to JSON numbers. Only API responses use these numbers. */
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
