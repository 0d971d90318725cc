import type { DimensionId } from '@waypost/contract/reports/report-dimensions.ts';
import type { AnyMetricId } from '@waypost/contract/reports/custom-metric-ids.ts';
import type { PanelReportDefinition } from '../../lib/api/api.ts';
import { dayIn, readRange } from '../../lib/time/date-range.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { now } from '../../lib/time/now.ts';
import { comparedDays } from '../../lib/time/period-before.ts';
import type { ReportFilter, ReportSearch, ReportValue } from './report-search.ts';
import { dimensionsOf, filtersOf, metricsOf, pathFiltersOf } from './report-steps.ts';
import { useStore } from '../../lib/api/store.ts';

export type RequestedReport = {
  // Requests the rows of the table, which are the first level of a tree.
  definition: PanelReportDefinition;
  // Requests all dimensions together, for files and saved reports.
  whole: PanelReportDefinition;
  dimensions: DimensionId[];
  metrics: AnyMetricId[];
  // True if each dimension is a level of a tree. Otherwise, a row has a value of each dimension.
  isTree: boolean;
  // Filters that the user added, without the steps of a drill-down.
  filters: ReportFilter[];
  // Filters and steps of the drill-down.
  scope: ReportFilter[];
  // Values of the drill-down.
  above: ReportValue[];
  range: string;
  today: string;
  /**
   * Comparison period. Undefined if the report is not compared or uses calendar dimensions, which cannot be compared.
   */
  compare: string | undefined;
  canCompare: boolean;
};

/** Dimensions whose values never recur in another period, unlike hours of the day and weekdays. */
const calendar: ReadonlySet<DimensionId> = new Set(['hour', 'day', 'week', 'month']);

export function useReportDefinition(search: ReportSearch): RequestedReport {
  const { workspace } = useWorkspace();
  return requestReport(search, dayIn(workspace.timezone, useStore(now)));
}

export function requestReport(search: ReportSearch, today: string): RequestedReport {
  const read = readRange(search.range ?? 'today', today);
  const range = read === undefined ? 'today' : (search.range ?? 'today');
  const dimensions = dimensionsOf(search);
  const metrics = metricsOf(search);
  const filters = filtersOf(search);
  const steps = pathFiltersOf(search);
  const scope = [...filters, ...steps];
  // The API does not group by tag alone.
  const isTree = search.layout !== 'flat' && dimensions.length > 1 && !dimensions.includes('tag');
  const grouped = isTree ? dimensions.slice(0, 1) : dimensions;
  const sort = search.sort ?? '';
  const sortBy = sort.replace('-', '');
  const isKnown = [...grouped, ...metrics].some((id) => id === sortBy);
  const days = read ?? { from: today, to: today };
  const canCompare = !dimensions.some((id) => calendar.has(id));
  const isCompared = comparedDays(search.compare ?? '', days) !== undefined;
  const definition: PanelReportDefinition = {
    ...days,
    dimensions: grouped,
    metrics,
    ...(scope.length === 0 ? {} : { filters: scope }),
    ...(search.tests === true ? { includeTests: true } : {}),
    ...(search.countBy === undefined ? {} : { countBy: search.countBy }),
    ...(isKnown ? { sortBy, sortDir: sort.startsWith('-') ? ('desc' as const) : ('asc' as const) } : {}),
  };
  return {
    definition,
    whole: { ...definition, dimensions },
    dimensions,
    metrics,
    isTree,
    filters,
    scope,
    above: steps.flatMap(({ values }) => values),
    range,
    today,
    compare: canCompare && isCompared ? search.compare : undefined,
    canCompare,
  };
}
