import type { DimensionId } from '@waypost/contract/report-dimensions.ts';
import type { MetricId } from '@waypost/contract/report-metrics.ts';

/** How a value is compared, in the words of the API. */
const filterOps = ['is', 'isNot', 'contains', 'notContains', 'startsWith', 'gt', 'lt'] as const;

export type ReportValue = string | number | null;
export type ReportFilter = {
  field: DimensionId | MetricId;
  op: (typeof filterOps)[number];
  values: ReportValue[];
};

/** What a report shows, as its address says it: a link shows the same to a colleague. */
export type ReportSearch = {
  range?: string;
  /** Dimensions, with commas. */
  by?: string;
  /** Metrics, with commas; the usual ones where there are none. */
  metrics?: string;
  filters?: ReportFilter[];
  /** A dimension or metric, with a minus sign the other way round. */
  sort?: string;
  /** What it stands beside: the name of a time, or days of one's own with two points between them. */
  compare?: string;
  /** Rows are in the order of how far they changed. */
  order?: 'change';
  /** A metric over time, above the table. */
  chart?: string;
  /** What the chart has a point for; left out, what fits the days. */
  step?: 'hour' | 'day';
  /** Numbers with a bar of their share, or on a ground that shows how large they are. */
  shade?: 'share' | 'heat';
  /** Test visits and their conversions count as well. */
  tests?: true;
};

/** What is undefined goes from the address. */
export type ReportChange = { [name in keyof ReportSearch]?: ReportSearch[name] | undefined };

/** As many filters as a question takes. */
export const filtersMax = 6;

/**
 * Of the route, so it is there before anything else and has to be light: what is no dimension and no metric is left out
 * where the question is made.
 */
export function readReportSearch(search: Record<string, unknown>): ReportSearch {
  const read: ReportSearch = {};
  for (const name of ['range', 'by', 'metrics', 'sort', 'chart', 'compare'] as const) {
    const value = search[name];
    if (typeof value === 'string' && value !== '') read[name] = value;
  }
  const filters = Array.isArray(search['filters']) ? search['filters'].flatMap(readFilter) : [];
  if (filters.length > 0) read.filters = filters.slice(0, filtersMax);
  // As links of earlier versions have it.
  if (search['compare'] === true) read.compare = 'before';
  if (search['order'] === 'change') read.order = 'change';
  if (search['step'] === 'hour' || search['step'] === 'day') read.step = search['step'];
  if (search['tests'] === true) read.tests = true;
  if (search['shade'] === 'share' || search['shade'] === 'heat') read.shade = search['shade'];
  return read;
}

function readFilter(value: unknown): ReportFilter[] {
  if (typeof value !== 'object' || value === null) return [];
  const { field, op, values } = value as Record<string, unknown>;
  const known = filterOps.find((one) => one === op);
  if (typeof field !== 'string' || known === undefined || !Array.isArray(values)) return [];
  const read = values.filter(
    (one): one is ReportValue => one === null || typeof one === 'string' || typeof one === 'number',
  );
  return read.length === 0 ? [] : [{ field: field as ReportFilter['field'], op: known, values: read }];
}
