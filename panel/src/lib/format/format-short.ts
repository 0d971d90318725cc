import type { AnyMetricId } from '@waypost/contract/reports/custom-metric-ids.ts';
import { describeMetric } from './describe-metric.ts';

const formats = new Map<string, Intl.NumberFormat>();

// Formats a value in few characters, for small cells: 1.2K, $34, 12%.
export function formatShort(id: AnyMetricId, value: number | null, currency: string): string {
  if (value === null) return '–';
  const { unit } = describeMetric(id);
  const isSmall = unit === 'percent' ? Math.abs(value) < 0.1 : Math.abs(value) < 10;
  const key = `${unit} ${currency} ${isSmall}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat('en-GB', {
      ...(unit === 'currency' ? { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } : {}),
      ...(unit === 'percent' ? { style: 'percent' } : { notation: 'compact' }),
      ...(unit === 'count' ? {} : { minimumFractionDigits: 0 }),
      maximumFractionDigits: unit === 'count' || isSmall ? 1 : 0,
      signDisplay: 'negative',
    });
    formats.set(key, format);
  }
  return format.format(value).replace('-', '−');
}
