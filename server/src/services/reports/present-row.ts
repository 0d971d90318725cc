import { isRecordDimension, type DimensionId } from '@waypost/contract/reports/report-dimensions.ts';
import type { ReportRow } from '@waypost/contract/reports/reports.ts';
import { idOf, microsOf } from '../../domain/reports/custom-metric.ts';
import type { ComputedReport } from '../../domain/reports/report-definition.ts';
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

export function rowReader({
  dimensions,
  metrics,
}: {
  dimensions: readonly DimensionId[];
  metrics: ComputedReport['columns'];
}) {
  return ({ keys, sums }: ReportGroup): ExactRow => {
    const row: ExactRow = {};
    for (const [at, id] of dimensions.entries()) row[id] = readDimensionValue(id, keys[at] ?? null);
    for (const metric of metrics) {
      const micros = microsOf(metric, sums);
      row[idOf(metric)] = micros === null ? null : writeMicros(micros);
    }
    return row;
  };
}

/** Converts exact decimals to JSON numbers. Only API responses use these numbers. */
export function presentRow(row: ExactRow, columns: ComputedReport['columns']): ReportRow {
  return { ...row, ...presentMetrics(row, columns) };
}

export function presentMetrics(
  row: ExactRow,
  columns: ComputedReport['columns'],
): Record<string, number | null> {
  return Object.fromEntries(
    columns.map((metric) => {
      const id = idOf(metric);
      const text = row[id] ?? null;
      return [id, text === null ? null : Number(text)];
    }),
  );
}
