import type { OffsetSpan } from '../../../domain/calendar/zone-offsets.ts';
import type { ReportDefinition } from '../../../domain/reports/report-definition.ts';
import { describeNeeds } from '../../plan-report.ts';
import { findRollup, type Rollup } from '../rollups.ts';
import { dimensionColumns } from '../../dimension-columns.ts';
import { sumSql } from './metric-sql.ts';

/**
 * The rows or the rollup that a report reads. `timeColumn` is the time column of the rows, or the coarser time column
 * of the rollup.
 */
export type RowPlan = {
  timeColumn: 'visit_time' | Rollup['timeColumn'];
  rollup: string | undefined;
  spans: readonly OffsetSpan[];
};

export function planRows(definition: ReportDefinition): RowPlan {
  const { dimensions, sums, boundaries, spans } = describeNeeds(definition);
  const columns = dimensions.map((id) => dimensionColumns[id]);
  const rollup = findRollup({ columns, sums: sums.map(sumSql), boundaries });
  return { timeColumn: rollup?.timeColumn ?? 'visit_time', rollup: rollup?.name, spans };
}
