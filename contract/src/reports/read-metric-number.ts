import type { MetricInfo } from './describe-metric.ts';

type WithUnit = Pick<MetricInfo, 'unit'>;

export function isPercentMetric({ unit }: WithUnit): boolean {
  return unit === 'percent';
}

// Reads a number that a person enters for a metric. For a percentage, `20%` is 0.2, like in the API. Returns NaN for
// other text.
export function readMetricNumber(metric: WithUnit, text: string): number {
  const trimmed = text.trim();
  if (trimmed === '') return NaN;
  if (!isPercentMetric(metric) || !trimmed.endsWith('%')) return Number(trimmed);
  const share = trimmed.slice(0, -1).trim();
  return share === '' ? NaN : inPercent(Number(share), 0.01);
}

// Writes the value of a metric filter: 0.2 as 20% for a percentage.
export function writeMetricNumber(metric: WithUnit, value: number): string {
  return isPercentMetric(metric) ? `${inPercent(value, 100)}%` : String(value);
}

// Rounded, because 0.07 * 100 is not exactly 7 in binary.
function inPercent(value: number, factor: number): number {
  return Number((value * factor).toFixed(8));
}
