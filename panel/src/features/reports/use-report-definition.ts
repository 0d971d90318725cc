import type { DimensionId } from '@waypost/contract/reports/report-dimensions.ts';
import type { MetricId } from '@waypost/contract/reports/report-metrics.ts';
import type { PanelReportDefinition } from '../../lib/api/api.ts';
import { dayIn, readRange } from '../../lib/time/date-range.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { now } from '../../lib/time/now.ts';
import { comparedDays } from '../../lib/time/period-before.ts';
import type { ReportFilter, ReportSearch } from './report-search.ts';
import { dimensionsOf, filtersOf, metricsOf } from './report-steps.ts';
import { useStore } from '../../lib/api/store.ts';

export type RequestedReport = {
  definition: PanelReportDefinition;
  dimensions: DimensionId[];
  metrics: MetricId[];
  filters: ReportFilter[];
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
  const sort = search.sort ?? '';
  const sortBy = sort.replace('-', '');
  const isKnown = [...dimensions, ...metrics].some((id) => id === sortBy);
  const days = read ?? { from: today, to: today };
  const canCompare = !dimensions.some((id) => calendar.has(id));
  const isCompared = comparedDays(search.compare ?? '', days) !== undefined;
  return {
    definition: {
      ...days,
      dimensions,
      metrics,
      ...(filters.length === 0 ? {} : { filters }),
      ...(search.tests === true ? { includeTests: true } : {}),
      ...(isKnown ? { sortBy, sortDir: sort.startsWith('-') ? ('desc' as const) : ('asc' as const) } : {}),
    },
    dimensions,
    metrics,
    filters,
    range,
    today,
    compare: canCompare && isCompared ? search.compare : undefined,
    canCompare,
  };
}
