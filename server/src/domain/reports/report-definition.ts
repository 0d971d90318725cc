import type { DimensionId } from '@waypost/contract/report-dimensions.ts';
import type { FilterOperator } from '@waypost/contract/report-forms.ts';
import type { MetricId } from '@waypost/contract/report-metrics.ts';
import type { TimeRange } from '../calendar/read-time-range.ts';

/** A report's question, checked and ready to be asked. */
export type ReportDefinition = {
  range: TimeRange;
  timezone: string;
  dimensions: readonly DimensionId[];
  metrics: readonly MetricId[];
  /** Of rows, before they are grouped. */
  dimensionFilters: readonly DimensionFilter[];
  /** Of groups. */
  metricFilters: readonly MetricFilter[];
  sort: ReportSort;
  /** Whether test visits, and what follows from them, count too. */
  withTests?: boolean | undefined;
  /** Counts only the rows of groups by these dimensions that pass these filters: the totals of such a report. */
  within?: GroupSelection | undefined;
};

/** Groups of a report, at least one of the filters given. */
type GroupSelection = Pick<ReportDefinition, 'dimensions' | 'metricFilters'>;

/** The question whose rows a question with `within` is limited to. */
export function withinDefinition(question: ReportDefinition, within: GroupSelection): ReportDefinition {
  const [by = 'visits'] = question.metrics;
  return { ...question, ...within, within: undefined, sort: { by, direction: 'asc' } };
}

/** The question for the totals of a report: what all of its rows come to. */
export function totalsDefinition(question: ReportDefinition): ReportDefinition {
  const { dimensions, metricFilters, metrics } = question;
  const [by = 'visits'] = metrics;
  const isFiltered = dimensions.length > 0 && metricFilters.length > 0;
  return {
    ...question,
    dimensions: [],
    metricFilters: [],
    sort: { by, direction: 'asc' },
    within: isFiltered ? { dimensions, metricFilters } : undefined,
  };
}

export type ReportPage = { limit: number; offset: number };

export type ReportSort = { by: DimensionId | MetricId; direction: 'asc' | 'desc' };

/** Looks for a text within that of a row, whatever the case of letters. */
type SeekingOperator = Extract<FilterOperator, 'contains' | 'notContains' | 'startsWith'>;

export function isSeeking(operator: FilterOperator): operator is SeekingOperator {
  return operator === 'contains' || operator === 'notContains' || operator === 'startsWith';
}

/** What is compared with the key of a row, see dimension-keys.ts. */
export type DimensionFilter = {
  field: DimensionId;
  operator: FilterOperator;
  /** Of texts that are sought within those of rows at least one, and nothing is missing among them. */
  keys: readonly (string | number)[];
  /** Whether the empty value is among them, which means that there is none. */
  isMissingMeant: boolean;
};

export type MetricFilter = {
  field: MetricId;
  operator: Exclude<FilterOperator, SeekingOperator>;
  /** In units of the twelfth decimal. */
  units: readonly bigint[];
  isMissingMeant: boolean;
};
