import {
  isTimeDimension,
  type DimensionId,
  type TimeDimension,
} from '@waypost/contract/report-dimensions.ts';
import { listOffsetSpans, type OffsetSpan } from '../domain/calendar/zone-offsets.ts';
import { listSums, nameSum, type Sum } from '../domain/reports/metric-sums.ts';
import { isMetricId, type MetricId } from '@waypost/contract/report-metrics.ts';
import type { ReportDefinition } from '../domain/reports/report-definition.ts';

/** What a question looks at: by this it is decided from which sums it can be answered. */
export type ReportNeeds = {
  /** Grouped by or compared, apart from time. */
  dimensions: readonly Exclude<DimensionId, TimeDimension>[];
  sums: readonly Sum[];
  /**
   * Whatever has to be told apart, in milliseconds: the range's first moment, the one after its last, changes and offsets
   * of its clocks, and the shortest time that is grouped by.
   */
  moments: readonly number[];
  /** How clocks stood, if that matters. */
  spans: readonly OffsetSpan[];
  withTests: boolean;
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

export function describeNeeds(question: ReportDefinition): ReportNeeds {
  const { dimensions, dimensionFilters, metrics, metricFilters, range, within } = question;
  const used = [...dimensions, ...(within?.dimensions ?? []), ...dimensionFilters.map(({ field }) => field)];
  const compared = [...metricFilters, ...(within?.metricFilters ?? [])];
  const times = used.filter(isTimeDimension);
  const spans = times.length === 0 ? [] : listSpans(question);
  const changes = spans.slice(1).map(({ startMs }) => startMs);
  return {
    dimensions: used.filter((id) => !isTimeDimension(id)),
    sums: listSums([...metrics, ...compared.map(({ field }) => field)]),
    moments: [
      range.fromMs,
      range.toMs + 1,
      ...changes,
      ...spans.map(({ offsetMs }) => offsetMs),
      ...times.map((id) => shortestOf[id]),
    ],
    spans,
    withTests: question.withTests === true,
  };
}

function listSpans({ timezone, range }: ReportDefinition): OffsetSpan[] {
  const fromMs = Math.max(range.fromMs, firstVisitMs);
  return listOffsetSpans(timezone, fromMs, Math.max(fromMs, range.toMs));
}

/** Metrics that decide which rows there are and in what order; the one that is sorted by comes first. */
export function comparedMetrics({ metricFilters, sort }: ReportDefinition): MetricId[] {
  const sorted = isMetricId(sort.by) ? [sort.by] : [];
  return [...new Set([...sorted, ...metricFilters.map(({ field }) => field)])];
}

/** What statements call sums: `s0` and so on, in the order of the list. */
export function sumNames(sums: readonly Sum[]): (sum: Sum) => string {
  const names = new Map(sums.map((sum, at) => [nameSum(sum), `s${at}`]));
  return (sum) => {
    const name = names.get(nameSum(sum));
    if (name === undefined) throw new Error(`the sum ${nameSum(sum)} is not in the query`);
    return name;
  };
}

/**
 * Whether a group has anything of what is asked for. Rows that count none of it, such as a visit of a bot where visits of
 * people are asked for, or a click whose visit nobody knows, would make rows of nothing but zeros.
 */
export function countsSomething(sums: readonly Sum[]): string {
  const nameOf = sumNames(sums);
  return `(${sums.map((sum) => `${nameOf(sum)} <> 0`).join(' OR ')})`;
}

/**
 * The order of a report's rows in SQL, where dimensions are called by a letter and their number, and compared metrics `m0`
 * and so on. All dimensions come last, so that no two rows are equal and pages never overlap.
 */
export function orderSql({ sort, dimensions }: ReportDefinition, letter: string): string {
  const at = dimensions.findIndex((id) => id === sort.by);
  const name = at === -1 ? 'm0' : `${letter}${at}`;
  const ties = dimensions.map((_, index) => `${letter}${index} ASC NULLS LAST`);
  return [`${name} ${sort.direction === 'asc' ? 'ASC' : 'DESC'} NULLS LAST`, ...ties].join(', ');
}
