import type { PanelReportDefinition } from '../../lib/api/api.ts';
import { namedRanges, readRange, writeRange } from '../../lib/time/date-range.ts';
import { comparedDays } from '../../lib/time/period-before.ts';
import { readReportSearch, type ReportSearch } from './report-search.ts';

export type SavedReportDefinition = Omit<PanelReportDefinition, 'from' | 'to' | 'limit' | 'offset'> & {
  from?: string;
  to?: string;
  compare?: string;
  order?: 'change';
};

/**
 * Returns the definition to save. The dates of a named range such as “last 7 days” are omitted, so that the saved
 * report always covers the current dates. Parameters that cannot be read are also omitted, because the report shown
 * ignores them.
 */
export function savedDefinitionOf(
  definition: PanelReportDefinition,
  { range = 'today', compare, order }: ReportSearch,
): SavedReportDefinition {
  const { from, to, limit: _, offset: __, totals: ___, ...rest } = definition;
  const isCustom = !Object.hasOwn(namedRanges, range) && readRange(range, to) !== undefined;
  const isCompared = compare !== undefined && comparedDays(compare, definition) !== undefined;
  return {
    ...rest,
    ...(isCustom ? { from, to } : {}),
    ...(isCompared ? { compare } : {}),
    ...(isCompared && order !== undefined ? { order } : {}),
  };
}

/**
 * Returns the URL parameters for a saved report. The current chart and shading are kept, because they are not part of a
 * saved report.
 */
export function searchOf(definition: Record<string, unknown>, shown: ReportSearch): ReportSearch {
  const { from, to, dimensions, metrics, filters, sortBy, sortDir, compare, order, includeTests } =
    definition;
  const { range, chart, step, shade } = shown;
  return readReportSearch({
    compare,
    order,
    chart,
    step,
    shade,
    tests: includeTests,
    range: typeof from === 'string' && typeof to === 'string' ? writeRange({ from, to }) : range,
    by: list(dimensions),
    metrics: list(metrics),
    filters,
    ...(typeof sortBy === 'string' ? { sort: `${sortDir === 'desc' ? '-' : ''}${sortBy}` } : {}),
  });
}

function list(value: unknown): string | undefined {
  return Array.isArray(value) ? value.join(',') : undefined;
}
