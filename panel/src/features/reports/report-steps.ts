import { isDimensionId, type DimensionId } from '@waypost/contract/reports/report-dimensions.ts';
import { defaultMetrics, isMetricId, type MetricId } from '@waypost/contract/reports/report-metrics.ts';
import { filtersMax, type ReportFilter, type ReportSearch, type ReportValue } from './report-search.ts';

export function dimensionsOf({ by }: ReportSearch): DimensionId[] {
  const read = [...new Set((by ?? 'campaign').split(','))].filter(isDimensionId);
  return read.length === 0 ? ['campaign'] : read;
}

export function metricsOf({ metrics }: ReportSearch): MetricId[] {
  const read = [...new Set((metrics ?? '').split(','))].filter(isMetricId);
  return read.length === 0 ? [...defaultMetrics] : read;
}

export function filtersOf({ filters = [] }: ReportSearch): ReportFilter[] {
  return filters.filter(({ field }) => isDimensionId(field) || isMetricId(field));
}

const drillOrder: readonly DimensionId[] = [
  'campaign',
  'offer',
  'landing',
  'country',
  'deviceType',
  'os',
  'browser',
  'isp',
  'token1',
  'day',
];

export function drillInto(search: ReportSearch, values: Readonly<Record<string, ReportValue>>): ReportSearch {
  const by = dimensionsOf(search);
  const inner: ReportFilter[] = by.map((field) => ({
    field,
    op: 'is' as const,
    values: [values[field] ?? null],
  }));
  const kept = (search.filters ?? []).filter(({ field }) => !by.some((id) => id === field));
  const filters = [...kept, ...inner].slice(0, filtersMax);
  const next = drillOrder.find((id) => !filters.some(({ field }) => field === id)) ?? 'day';
  const { sort: _, ...rest } = search;
  return { ...rest, by: next, filters };
}

/** Removes a filter. If the filter is the last in the list, the report is grouped by the filter's dimension again. */
export function climbOut(search: ReportSearch, at: number): ReportSearch {
  const taken = search.filters?.[at];
  const filters = (search.filters ?? []).filter((_, index) => index !== at);
  const { sort: _, filters: __, ...rest } = search;
  const isLast = at === (search.filters?.length ?? 0) - 1;
  return {
    ...rest,
    ...(isLast && taken?.op === 'is' && isDimensionId(taken.field) ? { by: taken.field } : {}),
    ...(filters.length === 0 ? {} : { filters }),
  };
}
