import type { AnyMetricId } from '@waypost/contract/reports/custom-metric-ids.ts';
import type { ColumnFormat } from '@waypost/contract/reports/column-formats.ts';
import type { PanelReportDefinition } from '../../lib/api/api.ts';
import { isRangeName, readRange, writeRange, type RangeName } from '../../lib/time/date-range.ts';
import { comparedDays } from '../../lib/time/period-before.ts';
import { readReportSearch, type ReportSearch } from './report-search.ts';
import { isKnownMetric } from '../../lib/format/describe-metric.ts';

export type SavedReportDefinition = Omit<PanelReportDefinition, 'from' | 'to' | 'limit' | 'offset'> & {
  from?: string;
  to?: string;
  range?: RangeName;
  compare?: string;
  order?: 'change';
  layout?: 'flat';
  chart?: AnyMetricId;
  step?: 'hour' | 'day';
  heat?: AnyMetricId;
  shade?: 'share' | 'heat';
  formats?: ColumnFormat[];
};

/**
 * Returns the definition to save. A named range such as “last 7 days” is saved by its name, so that the saved report
 * always covers the current dates. Parameters that cannot be read are omitted, because the report shown ignores them.
 */
export function savedDefinitionOf(
  definition: PanelReportDefinition,
  { range = 'today', compare, order, layout, chart, step, heat, shade, formats = [] }: ReportSearch,
): SavedReportDefinition {
  const { from, to, limit: _, offset: __, totals: ___, ...rest } = definition;
  const isCustom = !isRangeName(range) && readRange(range, to) !== undefined;
  const isCompared = compare !== undefined && comparedDays(compare, definition) !== undefined;
  return {
    ...rest,
    ...(isCustom ? { from, to } : { range: isRangeName(range) ? range : 'today' }),
    ...(isCompared ? { compare } : {}),
    ...(isCompared && order !== undefined ? { order } : {}),
    ...(layout === undefined ? {} : { layout }),
    ...(chart !== undefined && isKnownMetric(chart) ? { chart } : {}),
    ...(step === undefined ? {} : { step }),
    ...(heat !== undefined && isKnownMetric(heat) ? { heat } : {}),
    ...(shade === undefined ? {} : { shade }),
    ...withKnownMetrics(formats),
  };
}

// Rules of columns that are not shown are kept, unless their metric was deleted.
function withKnownMetrics(formats: readonly ColumnFormat[]): Pick<SavedReportDefinition, 'formats'> {
  const known = formats.filter(({ metric }) => isKnownMetric(metric));
  return known.length === 0 ? {} : { formats: known };
}

// Returns the URL parameters for a saved report. A report without a time range keeps the range that is shown.
export function searchOf(
  definition: Record<string, unknown>,
  { range: shown }: ReportSearch,
  saved?: string,
): ReportSearch {
  const { from, to, range = shown, dimensions, metrics, sortBy, sortDir, includeTests, ...rest } = definition;
  return readReportSearch({
    ...rest,
    saved,
    path: undefined,
    tests: includeTests,
    range: typeof from === 'string' && typeof to === 'string' ? writeRange({ from, to }) : range,
    by: list(dimensions),
    metrics: list(metrics),
    ...(typeof sortBy === 'string' ? { sort: `${sortDir === 'desc' ? '-' : ''}${sortBy}` } : {}),
  });
}

function list(value: unknown): string | undefined {
  return Array.isArray(value) ? value.join(',') : undefined;
}
