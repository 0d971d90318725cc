import { isRecordDimension, type DimensionId } from '@waypost/contract/report-dimensions.ts';
import type { ReportRow } from '@waypost/contract/reports.ts';
import { listLabels } from '../../store/labels.ts';
import { readInWorkspace, type WorkspaceContext } from '../context.ts';

/** The names of records in rows, archived ones too; what is not of this workspace, or gone, has none. */
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
