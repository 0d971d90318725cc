import type { DimensionId } from '@waypost/contract/reports/report-dimensions.ts';
import type { FilterOperator } from '@waypost/contract/reports/report-forms.ts';
import type { MetricId } from '@waypost/contract/reports/report-metrics.ts';
import type { TimeRange } from '../calendar/read-time-range.ts';
import type { CustomMetric, ReportMetric } from './custom-metric.ts';

export type ReportDefinition = {
  range: TimeRange;
  timezone: string;
  dimensions: readonly DimensionId[];
  metrics: readonly MetricId[];
  dimensionFilters: readonly DimensionFilter[];
  metricFilters: readonly MetricFilter[];
  sort: ReportSort;
  withTests?: boolean | undefined;
  // Date by which conversions are counted. Default: the visit.
  countBy?: 'visit' | 'conversion' | undefined;
  /**
   * Dimensions and metric filters of the report for which totals are computed. The totals include only groups that pass
   * the filters.
   */
  within?: GroupSelection | undefined;
};

// Report as the traffic store reads it, and what is computed from the sums that it returns.
export type ComputedReport = {
  // Its metrics are those of the report, and those that custom metrics are computed from.
  definition: ReportDefinition;
  // Metrics of the report in the requested order.
  columns: readonly ReportMetric[];
  custom: CustomSelection | undefined;
};

type GroupSelection = Pick<ReportDefinition, 'dimensions' | 'metricFilters'> & {
  // Keys of the groups. If not set, the metric filters select them.
  groups?: readonly (readonly (string | null)[])[];
};

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

// Filter by a metric.
export type MetricFilter = MetricComparison & { field: MetricId };
export type CustomFilter = MetricComparison & { field: CustomMetric };

// Sort order and filters by custom metrics, which the traffic store does not compute.
export type CustomSelection = {
  sort: { by: CustomMetric; direction: 'asc' | 'desc' } | undefined;
  filters: readonly CustomFilter[];
};

type MetricComparison = {
  operator: Exclude<FilterOperator, SeekingOperator>;
  units: readonly bigint[];
  isMissingMeant: boolean;
};
