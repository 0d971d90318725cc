import {
  columnFormatOps,
  columnFormatsMax,
  columnStyles,
  type ColumnFormat,
} from '@waypost/contract/reports/column-formats.ts';
import type { DimensionId } from '@waypost/contract/reports/report-dimensions.ts';
import type { AnyMetricId } from '@waypost/contract/reports/custom-metric-ids.ts';

const filterOps = ['is', 'isNot', 'contains', 'notContains', 'startsWith', 'gt', 'lt'] as const;

export type ReportValue = string | number | null;
export type ReportFilter = {
  field: DimensionId | AnyMetricId;
  op: (typeof filterOps)[number];
  values: ReportValue[];
};

// One step of a drill-down: the grouping before it, and the values of its first dimensions in the chosen row.
export type DrillStep = { by: string; values: ReportValue[] };

/** State of a report. It is kept in the URL, so that a link shows the same report to others. */
export type ReportSearch = {
  range?: string;
  by?: string;
  metrics?: string;
  filters?: ReportFilter[];
  path?: DrillStep[];
  // Groups by all dimensions at once, instead of one level of a tree per dimension.
  layout?: 'flat';
  /** ID of a dimension or metric, with a leading minus sign for descending order. */
  sort?: string;
  /** Name of a comparison, or two days separated by `..`. */
  compare?: string;
  order?: 'change';
  chart?: string;
  // Metric of the heat map of hours and weekdays.
  heat?: string;
  // ID of the saved report that was opened.
  saved?: string;
  // List that is shown beside the report.
  delivery?: 'links' | 'schedules';
  step?: 'hour' | 'day';
  shade?: 'share' | 'heat';
  // Rules that highlight values.
  formats?: ColumnFormat[];
  tests?: true;
  // Counts conversions by their own date instead of the date of their visit.
  countBy?: 'conversion';
};

/** Change to the report state. An undefined value removes the parameter from the URL. */
export type ReportChange = { [name in keyof ReportSearch]?: ReportSearch[name] | undefined };

// The API accepts 20 filters. The rest is left for the steps of a drill-down.
export const filtersMax = 10;
export const pathFieldsMax = 10;

/**
 * Reads the report state from the URL. This function is part of the route and must remain small, so unknown dimensions
 * and metrics are filtered out only when the request is built.
 */
export function readReportSearch(search: Record<string, unknown>): ReportSearch {
  const read: ReportSearch = {};
  for (const name of ['range', 'by', 'metrics', 'sort', 'chart', 'heat', 'saved', 'compare'] as const) {
    const value = search[name];
    if (typeof value === 'string' && value !== '') read[name] = value;
  }
  const filters = Array.isArray(search['filters']) ? search['filters'].flatMap(readFilter) : [];
  if (filters.length > 0) read.filters = filters.slice(0, filtersMax);
  // Links from earlier versions contain `compare=true`.
  if (search['compare'] === true) read.compare = 'before';
  if (search['order'] === 'change') read.order = 'change';
  const formats = Array.isArray(search['formats']) ? search['formats'].flatMap(readFormat) : [];
  if (formats.length > 0) read.formats = formats.slice(0, columnFormatsMax);
  const path = Array.isArray(search['path']) ? search['path'].flatMap(readStep) : [];
  if (path.length > 0) read.path = path;
  if (search['layout'] === 'flat') read.layout = 'flat';
  if (search['step'] === 'hour' || search['step'] === 'day') read.step = search['step'];
  if (search['tests'] === true) read.tests = true;
  if (search['delivery'] === 'links' || search['delivery'] === 'schedules')
    read.delivery = search['delivery'];
  if (search['countBy'] === 'conversion') read.countBy = 'conversion';
  if (search['shade'] === 'share' || search['shade'] === 'heat') read.shade = search['shade'];
  return read;
}

function readFilter(value: unknown): ReportFilter[] {
  if (typeof value !== 'object' || value === null) return [];
  const { field, op, values } = value as Record<string, unknown>;
  const known = filterOps.find((one) => one === op);
  if (typeof field !== 'string' || known === undefined || !Array.isArray(values)) return [];
  const read = values.filter(isValue);
  return read.length === 0 ? [] : [{ field: field as ReportFilter['field'], op: known, values: read }];
}

function readFormat(given: unknown): ColumnFormat[] {
  const { metric, op, value, style } = (given ?? {}) as Record<string, unknown>;
  const knownOp = columnFormatOps.find((one) => one === op);
  const knownStyle = columnStyles.find((one) => one === style);
  if (typeof metric !== 'string' || typeof value !== 'number' || !Number.isFinite(value)) return [];
  return knownOp === undefined || knownStyle === undefined
    ? []
    : [{ metric: metric as ColumnFormat['metric'], op: knownOp, value, style: knownStyle }];
}

function readStep(value: unknown): DrillStep[] {
  const { by, values } = (value ?? {}) as Record<string, unknown>;
  if (typeof by !== 'string' || !Array.isArray(values) || values.length === 0) return [];
  return values.every(isValue) ? [{ by, values }] : [];
}

function isValue(value: unknown): value is ReportValue {
  return value === null || typeof value === 'string' || typeof value === 'number';
}
