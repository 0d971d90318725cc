import type { DimensionId } from '@waypost/contract/reports/report-dimensions.ts';
import type { MetricId } from '@waypost/contract/reports/report-metrics.ts';

const filterOps = ['is', 'isNot', 'contains', 'notContains', 'startsWith', 'gt', 'lt'] as const;

export type ReportValue = string | number | null;
export type ReportFilter = {
  field: DimensionId | MetricId;
  op: (typeof filterOps)[number];
  values: ReportValue[];
};

/** State of a report. It is kept in the URL, so that a link shows the same report to others. */
export type ReportSearch = {
  range?: string;
  by?: string;
  metrics?: string;
  filters?: ReportFilter[];
  /** ID of a dimension or metric, with a leading minus sign for descending order. */
  sort?: string;
  /** Name of a comparison, or two days separated by `..`. */
  compare?: string;
  order?: 'change';
  chart?: string;
  step?: 'hour' | 'day';
  shade?: 'share' | 'heat';
  tests?: true;
};

/** Change to the report state. An undefined value removes the parameter from the URL. */
export type ReportChange = { [name in keyof ReportSearch]?: ReportSearch[name] | undefined };

/** Maximum number of filters that the API accepts. */
export const filtersMax = 6;

/**
 * Reads the report state from the URL. This function is part of the route and must remain small, so unknown dimensions
 * and metrics are filtered out only when the request is built.
 */
export function readReportSearch(search: Record<string, unknown>): ReportSearch {
  const read: ReportSearch = {};
  for (const name of ['range', 'by', 'metrics', 'sort', 'chart', 'compare'] as const) {
    const value = search[name];
    if (typeof value === 'string' && value !== '') read[name] = value;
  }
  const filters = Array.isArray(search['filters']) ? search['filters'].flatMap(readFilter) : [];
  if (filters.length > 0) read.filters = filters.slice(0, filtersMax);
  // Links from earlier versions contain `compare=true`.
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
