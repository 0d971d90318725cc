import { isTimeDimension, type TimeDimension } from '@waypost/contract/report-dimensions.ts';
import { listOffsetSpans, type OffsetSpan } from '../../domain/calendar/zone-offsets.ts';
import { listSums } from '../../domain/reports/metric-sums.ts';
import type { ReportQuestion } from '../../domain/reports/question.ts';
import { findRollup, type Rollup } from '../rollups.ts';
import { dimensionColumns } from './dimension-sql.ts';
import { sumSql } from './metric-sql.ts';

/** By which column of time a question is asked: that of the rows, or a coarser one, which a rollup has too. */
export type RowPlan = {
  timeColumn: 'visit_time' | Rollup['timeColumn'];
  /** Which rollup that is. */
  rollup: string | undefined;
  /** How clocks stood, if that matters. */
  spans: readonly OffsetSpan[];
};

// Nobody was tracked before; a question about all time must not drag the clock changes of half a century along.
const firstVisitMs = Date.UTC(2000, 0, 1);

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The stretches of which each is made. */
const shortestOf: Readonly<Record<TimeDimension, number>> = {
  hour: hourMs,
  hourOfDay: hourMs,
  day: dayMs,
  week: dayMs,
  weekday: dayMs,
  month: dayMs,
};

/** Answers are the same whichever is taken; a rollup is read in a fraction of the time. */
export function planRows(question: ReportQuestion): RowPlan {
  const spans = listSpans(question);
  const { timeColumn = 'visit_time', name: rollup } = findRollup(describe(question, spans)) ?? {};
  return { timeColumn, rollup, spans };
}

function listSpans({ dimensions, dimensionFilters, timezone, range }: ReportQuestion): OffsetSpan[] {
  const used = [...dimensions, ...dimensionFilters.map(({ field }) => field)];
  if (!used.some(isTimeDimension)) return [];
  const fromMs = Math.max(range.fromMs, firstVisitMs);
  return listOffsetSpans(timezone, fromMs, Math.max(fromMs, range.toMs));
}

function describe(
  { dimensions, dimensionFilters, metrics, metricFilters, range }: ReportQuestion,
  spans: readonly OffsetSpan[],
) {
  const used = [...dimensions, ...dimensionFilters.map(({ field }) => field)];
  const times = used.filter(isTimeDimension).map((id) => shortestOf[id]);
  const changes = spans.slice(1).map(({ startMs }) => startMs);
  return {
    columns: used.filter((id) => !isTimeDimension(id)).map((id) => dimensionColumns[id]),
    sums: listSums([...metrics, ...metricFilters.map(({ field }) => field)]).map(sumSql),
    moments: [range.fromMs, range.toMs + 1, ...changes, ...spans.map(({ offsetMs }) => offsetMs), ...times],
  };
}
