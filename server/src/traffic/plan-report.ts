import {
  isTimeDimension,
  type DimensionId,
  type TimeDimension,
} from '@waypost/contract/reports/report-dimensions.ts';
import { listOffsetSpans, type OffsetSpan } from '../domain/calendar/zone-offsets.ts';
import { listSums, nameSum, type Sum } from '../domain/reports/metric-sums.ts';
import { isMetricId, type MetricId } from '@waypost/contract/reports/report-metrics.ts';
import type { ReportDefinition } from '../domain/reports/report-definition.ts';

/** The parts of a report definition that determine which rollup can answer the report. */
export type ReportNeeds = {
  dimensions: readonly Exclude<DimensionId, TimeDimension>[];
  sums: readonly Sum[];
  /**
   * Times in milliseconds that must be multiples of a rollup's interval: the start of the range, its exclusive end, the
   * time zone's offsets and offset changes, and the time units that the report is grouped by.
   */
  boundaries: readonly number[];
  /** UTC offsets within the range. Empty if no time dimension is used. */
  spans: readonly OffsetSpan[];
  withTests: boolean;
};

// No traffic is older than this. All-time reports ignore UTC offset changes before this time.
const firstVisitMs = Date.UTC(2000, 0, 1);

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const unitMs: Readonly<Record<TimeDimension, number>> = {
  hour: hourMs,
  hourOfDay: hourMs,
  day: dayMs,
  week: dayMs,
  weekday: dayMs,
  month: dayMs,
};

export function describeNeeds(definition: ReportDefinition): ReportNeeds {
  const { dimensions, dimensionFilters, metrics, metricFilters, range, within } = definition;
  const usedDimensions = [
    ...dimensions,
    ...(within?.dimensions ?? []),
    ...dimensionFilters.map(({ field }) => field),
  ];
  const compared = [...metricFilters, ...(within?.metricFilters ?? [])];
  const times = usedDimensions.filter(isTimeDimension);
  const spans = times.length === 0 ? [] : listSpans(definition);
  const changes = spans.slice(1).map(({ startMs }) => startMs);
  return {
    dimensions: usedDimensions.filter((id) => !isTimeDimension(id)),
    sums: listSums([...metrics, ...compared.map(({ field }) => field)]),
    boundaries: [
      range.fromMs,
      range.toMs + 1,
      ...changes,
      ...spans.map(({ offsetMs }) => offsetMs),
      ...times.map((id) => unitMs[id]),
    ],
    spans,
    withTests: definition.withTests === true,
  };
}

function listSpans({ timezone, range }: ReportDefinition): OffsetSpan[] {
  const fromMs = Math.max(range.fromMs, firstVisitMs);
  return listOffsetSpans(timezone, fromMs, Math.max(fromMs, range.toMs));
}

/** Returns the metrics that rows are filtered or sorted by. The sort metric comes first. */
export function comparedMetrics({ metricFilters, sort }: ReportDefinition): MetricId[] {
  const sorted = isMetricId(sort.by) ? [sort.by] : [];
  return [...new Set([...sorted, ...metricFilters.map(({ field }) => field)])];
}

/** Returns the SQL name of each sum: `s0`, `s1` and so on, in the order of the list. */
export function sumNames(sums: readonly Sum[]): (sum: Sum) => string {
  const names = new Map(sums.map((sum, at) => [nameSum(sum), `s${at}`]));
  return (sum) => {
    const name = names.get(nameSum(sum));
    if (name === undefined) throw new Error(`the query does not select the sum ${nameSum(sum)}`);
    return name;
  };
}

/**
 * Returns a SQL condition that drops groups in which every requested sum is zero, such as bot visits if the report
 * counts human visits, or clicks without a known visit.
 */
export function hasNonZeroSum(sums: readonly Sum[]): string {
  const nameOf = sumNames(sums);
  return `(${sums.map((sum) => `${nameOf(sum)} <> 0`).join(' OR ')})`;
}

/**
 * Returns the ORDER BY list of a report. Dimensions are named with `letter` and their index, and compared metrics are
 * named `m0` and so on. The list ends with all dimensions, so that the order is unambiguous and pages never overlap.
 */
export function orderSql({ sort, dimensions }: ReportDefinition, letter: string): string {
  const at = dimensions.findIndex((id) => id === sort.by);
  const name = at === -1 ? 'm0' : `${letter}${at}`;
  const ties = dimensions.map((_, index) => `${letter}${index} ASC NULLS LAST`);
  return [`${name} ${sort.direction === 'asc' ? 'ASC' : 'DESC'} NULLS LAST`, ...ties].join(', ');
}
