import { isDimensionId, type DimensionId } from '@waypost/contract/reports/report-dimensions.ts';
import type { AnyMetricId } from '@waypost/contract/reports/custom-metric-ids.ts';
import { defaultMetrics } from '@waypost/contract/reports/report-metrics.ts';
import {
  pathFieldsMax,
  type DrillStep,
  type ReportFilter,
  type ReportSearch,
  type ReportValue,
} from './report-search.ts';
import { isKnownMetric } from '../../lib/format/describe-metric.ts';

export function dimensionsOf({ by }: Pick<ReportSearch, 'by'>): DimensionId[] {
  const read = [...new Set((by ?? 'campaign').split(','))].filter(isDimensionId);
  return read.length === 0 ? ['campaign'] : read;
}

export function metricsOf({ metrics }: ReportSearch): AnyMetricId[] {
  const read = [...new Set((metrics ?? '').split(','))].filter(isKnownMetric);
  return read.length === 0 ? [...defaultMetrics] : read;
}

export function filtersOf({ filters = [] }: ReportSearch): ReportFilter[] {
  return filters.filter(({ field }) => isDimensionId(field) || isKnownMetric(field));
}

// Returns the filters of one step of a drill-down.
export function filtersOfStep({ by, values }: DrillStep): (ReportFilter & { field: DimensionId })[] {
  return dimensionsOf({ by })
    .slice(0, values.length)
    .map((field, at) => ({ field, op: 'is', values: [values[at] ?? null] }));
}

export function pathFiltersOf({ path = [] }: ReportSearch): (ReportFilter & { field: DimensionId })[] {
  return path.flatMap(filtersOfStep).slice(0, pathFieldsMax);
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

/**
 * Opens the row with these values of the first dimensions as a report of its own. The report is grouped by the
 * remaining dimensions, or else by the next usual one.
 */
export function drillInto(search: ReportSearch, values: readonly ReportValue[]): ReportSearch {
  const by = dimensionsOf(search);
  const known = [...filtersOf(search).filter(({ op }) => op === 'is'), ...pathFiltersOf(search)];
  const used = new Set<string>([...known.map(({ field }) => field), ...by]);
  const rest = by.slice(values.length);
  const next = rest.length > 0 ? rest : [drillOrder.find((id) => !used.has(id)) ?? 'day'];
  const path = [...(search.path ?? []), { by: by.join(), values: [...values] }];
  if (path.flatMap(filtersOfStep).length > pathFieldsMax) return search;
  return { ...withoutDimensionSort(search), by: next.join(), path };
}

/** Returns to the report before the step with this index, with its grouping. */
export function climbTo(search: ReportSearch, at: number): ReportSearch {
  const { path = [], ...rest } = search;
  const step = path[at];
  if (step === undefined) return search;
  const kept = path.slice(0, at);
  return { ...withoutDimensionSort(rest), by: step.by, ...(kept.length === 0 ? {} : { path: kept }) };
}

export function removeFilter(search: ReportSearch, at: number): ReportSearch {
  const filters = (search.filters ?? []).filter((_, index) => index !== at);
  const { filters: __, ...rest } = search;
  return filters.length === 0 ? rest : { ...rest, filters };
}

// The dimensions of the next report differ, but its metrics stay the same.
function withoutDimensionSort(search: ReportSearch): ReportSearch {
  const { sort, ...rest } = search;
  return sort === undefined || !isKnownMetric(sort.replace('-', '')) ? rest : { ...rest, sort };
}
