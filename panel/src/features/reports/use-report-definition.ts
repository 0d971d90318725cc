import type { DimensionId } from '@waypost/contract/report-dimensions.ts';
import type { MetricId } from '@waypost/contract/report-metrics.ts';
import type { PanelReportDefinition } from '../../lib/api.ts';
import { dayIn, readRange } from '../../lib/date-range.ts';
import { useWorkspace } from '../../lib/current-workspace.ts';
import { now } from '../../lib/now.ts';
import { comparedDays } from '../../lib/period-before.ts';
import type { ReportFilter, ReportSearch } from '../../lib/report-search.ts';
import { dimensionsOf, filtersOf, metricsOf } from '../../lib/report-steps.ts';
import { useStore } from '../../lib/store.ts';

export type RequestedReport = {
  definition: PanelReportDefinition;
  dimensions: DimensionId[];
  metrics: MetricId[];
  filters: ReportFilter[];
  range: string;
  today: string;
  /**
   * Comparison period; undefined if the report is not compared or uses calendar dimensions, which cannot be compared.
   */
  compare: string | undefined;
  canCompare: boolean;
};

/** Dimensions whose values never recur in another period, unlike hours of the day and weekdays. */
const calendar: ReadonlySet<DimensionId> = new Set(['hour', 'day', 'week', 'month']);

export function useReportDefinition(search: ReportSearch): RequestedReport {
  const { workspace } = useWorkspace();
  const today = dayIn(workspace.timezone, useStore(now));
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
