import { isMetricId, type MetricId } from '@waypost/contract/reports/report-metrics.ts';
import { readRange, type RangeName } from '../time/date-range.ts';

export type NumbersSearch = { range?: string; chart?: string; step?: 'hour' | 'day' };

export function readNumbersSearch(search: Record<string, unknown>): NumbersSearch {
  const { range, chart, step } = search;
  return {
    ...(typeof range === 'string' && range !== '' ? { range } : {}),
    ...(typeof chart === 'string' && chart !== '' ? { chart } : {}),
    ...(step === 'hour' || step === 'day' ? { step } : {}),
  };
}

type ShownNumbers = { range: string; days: { from: string; to: string }; metric: MetricId };

/** Returns the time range and the chart metric. Unknown values, for example in an old link, are replaced by defaults. */
export function readNumbers(
  { range, chart }: NumbersSearch,
  today: string,
  defaultRange: RangeName,
): ShownNumbers {
  const shown = range !== undefined && readRange(range, today) !== undefined ? range : defaultRange;
  return {
    range: shown,
    days: readRange(shown, today) ?? { from: today, to: today },
    metric: chart !== undefined && isMetricId(chart) ? chart : 'profit',
  };
}
