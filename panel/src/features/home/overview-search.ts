import { isMetricId, type MetricId } from '@waypost/contract/reports/report-metrics.ts';
import { readRange } from '../../lib/time/date-range.ts';

export type OverviewSearch = { range?: string; chart?: string; step?: 'hour' | 'day' };

export function readOverviewSearch(search: Record<string, unknown>): OverviewSearch {
  const { range, chart, step } = search;
  return {
    ...(typeof range === 'string' && range !== '' ? { range } : {}),
    ...(typeof chart === 'string' && chart !== '' ? { chart } : {}),
    ...(step === 'hour' || step === 'day' ? { step } : {}),
  };
}

type ShownOverview = { range: string; days: { from: string; to: string }; metric: MetricId };

/** Returns the time range and the chart metric. Unknown values, for example in an old link, are replaced by defaults. */
export function readOverview({ range = 'today', chart }: OverviewSearch, today: string): ShownOverview {
  const days = readRange(range, today);
  return {
    range: days === undefined ? 'today' : range,
    days: days ?? { from: today, to: today },
    metric: chart !== undefined && isMetricId(chart) ? chart : 'profit',
  };
}
