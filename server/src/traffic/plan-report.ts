import {
  isTimeDimension,
  reportDimensions,
  type DimensionId,
  type TimeDimension,
} from '@waypost/contract/reports/report-dimensions.ts';
import { listOffsetSpans, type OffsetSpan } from '../domain/calendar/zone-offsets.ts';
import { isOfConversions, listSums, nameSum, type Sum } from '../domain/reports/metric-sums.ts';
import { isMetricId, type MetricId } from '@waypost/contract/reports/report-metrics.ts';
import type { DimensionFilter, ReportDefinition } from '../domain/reports/report-definition.ts';

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
  /**
   * True if conversions count at their own time, so that a row can count at two different times. Rollups contain only
   * the times of visits.
   */
  hasOwnTimes: boolean;
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
  const sums = listSums([...metrics, ...compared.map(({ field }) => field)]);
  const changes = spans.slice(1).map(({ startMs }) => startMs);
  return {
    dimensions: usedDimensions.filter((id) => !isTimeDimension(id)),
    sums,
    boundaries: [
      range.fromMs,
      range.toMs + 1,
      ...changes,
      ...spans.map(({ offsetMs }) => offsetMs),
      ...times.map((id) => unitMs[id]),
    ],
    spans,
    withTests: definition.withTests === true,
    hasOwnTimes: definition.countBy === 'conversion' && sums.some(isOfConversions),
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

// Returns true if rows must be joined with the tags of their visits.
export function usesTags({ dimensions, dimensionFilters, within }: ReportDefinition): boolean {
  const filtered = dimensionFilters.map(({ field }) => field);
  return [...dimensions, ...filtered, ...(within?.dimensions ?? [])].includes('tag');
}

// Returns a SQL condition that is true for rows in one of these groups. `toCondition` compares one dimension.
export function listedGroups(
  {
    dimensions,
    groups,
  }: { dimensions: readonly DimensionId[]; groups: readonly (readonly (string | null)[])[] },
  toCondition: (filter: DimensionFilter) => string,
): string {
  const isEqual = (field: DimensionId, keys: readonly (string | null)[]) =>
    toCondition({
      field,
      operator: '=',
      keys: keys.flatMap((key) => (key === null ? [] : [readKey(field, key)])),
      isMissingMeant: keys.includes(null),
    });
  const [first, ...others] = dimensions;
  if (first === undefined || groups.length === 0) return '1 = 0';
  if (others.length === 0)
    return isEqual(
      first,
      groups.map(([key = null]) => key),
    );
  const conditions = groups.map((keys) => dimensions.map((id, at) => isEqual(id, [keys[at] ?? null])));
  return `(${conditions.map((parts) => `(${parts.join(' AND ')})`).join(' OR ')})`;
}

function readKey(field: DimensionId, key: string): string | number {
  const { kind } = reportDimensions[field];
  return kind === 'time' || kind === 'number' ? Number(key) : key;
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
