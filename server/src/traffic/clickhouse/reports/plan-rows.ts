import type { OffsetSpan } from '../../../domain/calendar/zone-offsets.ts';
import type { ReportDefinition } from '../../../domain/reports/report-definition.ts';
import { describeNeeds } from '../../plan-report.ts';
import { findRollup, type Rollup } from '../rollups.ts';
import { dimensionColumns } from '../../dimension-columns.ts';
import { sumSql } from './metric-sql.ts';

/** By which column of time a question is asked: that of the rows, or a coarser one, which a rollup has too. */
export type RowPlan = {
  timeColumn: 'visit_time' | Rollup['timeColumn'];
  /** Which rollup that is. */
  rollup: string | undefined;
  /** How clocks stood, if that matters. */
  spans: readonly OffsetSpan[];
};

/** Answers are the same whichever is taken; a rollup is read in a fraction of the time. */
export function planRows(question: ReportDefinition): RowPlan {
  const { dimensions, sums, moments, spans } = describeNeeds(question);
  const columns = dimensions.map((id) => dimensionColumns[id]);
  const rollup = findRollup({ columns, sums: sums.map(sumSql), moments });
  return { timeColumn: rollup?.timeColumn ?? 'visit_time', rollup: rollup?.name, spans };
}
