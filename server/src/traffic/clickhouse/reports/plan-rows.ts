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
  timeColumn: 'visit_time' | 'time' | 'counted_time' | Rollup['timeColumn'];
  rollup: string | undefined;
  spans: readonly OffsetSpan[];
  hasOwnTimes: boolean;
};

// Returns true for times in milliseconds. Rollups have times in seconds.
export function isExactTime(column: RowPlan['timeColumn']): boolean {
  return column === 'visit_time' || column === 'time' || column === 'counted_time';
}

export function planRows(definition: ReportDefinition): RowPlan {
  const { dimensions, sums, boundaries, spans, hasOwnTimes } = describeNeeds(definition);
  if (hasOwnTimes) return { timeColumn: 'counted_time', rollup: undefined, spans, hasOwnTimes };
  const columns = dimensions.map((id) => dimensionColumns[id]);
  const rollup = findRollup({ columns, sums: sums.map(sumSql), boundaries });
  return { timeColumn: rollup?.timeColumn ?? 'visit_time', rollup: rollup?.name, spans, hasOwnTimes };
}
