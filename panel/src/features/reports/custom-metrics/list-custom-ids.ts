import { isCustomMetricId, type CustomMetricId } from '@waypost/contract/reports/custom-metric-ids.ts';
import type { ReportSearch } from '../report-search.ts';

// Returns the custom metrics that a report uses as columns, filters, sort order, chart or heat map.
export function listCustomIds({ metrics, filters, sort, chart, heat }: ReportSearch): CustomMetricId[] {
  const used = [
    ...(metrics ?? '').split(','),
    ...(filters ?? []).map(({ field }) => field),
    (sort ?? '').replace('-', ''),
    chart ?? '',
    heat ?? '',
  ];
  return [...new Set(used.filter(isCustomMetricId))];
}
