import type { DimensionId } from '@waypost/contract/report-dimensions.ts';
import type { MetricId } from '@waypost/contract/report-metrics.ts';
import type { PanelReportQuestion } from '../../lib/api.ts';
import { dayIn, readRange } from '../../lib/date-range.ts';
import { useHere } from '../../lib/me.ts';
import { now } from '../../lib/now.ts';
import type { ReportFilter, ReportSearch } from '../../lib/report-search.ts';
import { dimensionsOf, filtersOf, metricsOf } from '../../lib/report-steps.ts';
import { useStore } from '../../lib/store.ts';

export type AskedQuestion = {
  question: PanelReportQuestion;
  dimensions: DimensionId[];
  metrics: MetricId[];
  filters: ReportFilter[];
  range: string;
  today: string;
};

/** What the address asks, in the words of the API. */
export function useQuestion(search: ReportSearch): AskedQuestion {
  const { workspace } = useHere();
  const today = dayIn(workspace.timezone, useStore(now));
  const read = readRange(search.range ?? 'today', today);
  const range = read === undefined ? 'today' : (search.range ?? 'today');
  const dimensions = dimensionsOf(search);
  const metrics = metricsOf(search);
  const filters = filtersOf(search);
  const sort = search.sort ?? '';
  const sortBy = sort.replace('-', '');
  const isKnown = [...dimensions, ...metrics].some((id) => id === sortBy);
  return {
    question: {
      ...(read ?? { from: today, to: today }),
      dimensions,
      metrics,
      ...(filters.length === 0 ? {} : { filters }),
      ...(isKnown ? { sortBy, sortDir: sort.startsWith('-') ? ('desc' as const) : ('asc' as const) } : {}),
    },
    dimensions,
    metrics,
    filters,
    range,
    today,
  };
}
