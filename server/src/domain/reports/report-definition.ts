import type { DimensionId } from '@waypost/contract/reports/report-dimensions.ts';
import type { FilterOperator } from '@waypost/contract/reports/report-forms.ts';
import type { MetricId } from '@waypost/contract/reports/report-metrics.ts';
import type { TimeRange } from '../calendar/read-time-range.ts';

export type ReportDefinition = {
  range: TimeRange;
  timezone: string;
  dimensions: readonly DimensionId[];
  metrics: readonly MetricId[];
  dimensionFilters: readonly DimensionFilter[];
  metricFilters: readonly MetricFilter[];
  sort: ReportSort;
  withTests?: boolean | undefined;
  /**
   * Dimensions and metric filters of the report for which totals are computed. The totals include only groups that pass
   * the filters.
   */
  within?: GroupSelection | undefined;
};

type GroupSelection = Pick<ReportDefinition, 'dimensions' | 'metricFilters'>;

export function withinDefinition(definition: ReportDefinition, within: GroupSelection): ReportDefinition {
  const [by = 'visits'] = definition.metrics;
  return { ...definition, ...within, within: undefined, sort: { by, direction: 'asc' } };
}

export function totalsDefinition(definition: ReportDefinition): ReportDefinition {
  const { dimensions, metricFilters, metrics } = definition;
  const [by = 'visits'] = metrics;
  const isFiltered = dimensions.length > 0 && metricFilters.length > 0;
  return {
    ...definition,
    dimensions: [],
    metricFilters: [],
    sort: { by, direction: 'asc' },
    within: isFiltered ? { dimensions, metricFilters } : undefined,
  };
}

export type ReportPage = { limit: number; offset: number };

export type ReportSort = { by: DimensionId | MetricId; direction: 'asc' | 'desc' };

type SeekingOperator = Extract<FilterOperator, 'contains' | 'notContains' | 'startsWith'>;

export function isSeeking(operator: FilterOperator): operator is SeekingOperator {
  return operator === 'contains' || operator === 'notContains' || operator === 'startsWith';
}

export type DimensionFilter = {
  field: DimensionId;
  operator: FilterOperator;
  /**
   * Values to compare with. A text search has at least one value. `isMissingMeant` is true if the filter also names the
   * missing value.
   */
  keys: readonly (string | number)[];
  isMissingMeant: boolean;
};

export type MetricFilter = {
  field: MetricId;
  operator: Exclude<FilterOperator, SeekingOperator>;
  units: readonly bigint[];
  isMissingMeant: boolean;
};
