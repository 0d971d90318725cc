import { metricIds, reportMetrics } from '@waypost/contract/report-metrics.ts';
import { describe, expect, it } from 'vitest';
import { describeChange, formatMetric, formatMoney, formatPercent, noNumber } from './format-metrics.ts';

describe('formatMetric', () => {
  it("formats counts, amounts in the workspace's currency and percentages", () => {
    expect(formatMetric('visits', 1_234_567, 'USD')).toBe('1,234,567');
    expect(formatMetric('profit', -1_250.5, 'USD')).toBe('−$1,250.50');
    expect(formatMetric('roi', 0.2, 'EUR')).toBe('20.0%');
    expect(formatMetric('epc', 0.0123, 'EUR')).toBe('€0.0123');
    expect(formatMetric('value1', 2.5, 'EUR')).toBe('2.5');
  });

  it('shows a dash for a missing value', () => {
    expect(formatMetric('roi', null, 'EUR')).toBe(noNumber);
    expect(formatMetric('cpa', undefined, 'EUR')).toBe(noNumber);
  });
});

describe('formatMoney', () => {
  it.each([
    [0, 'EUR', '€0.00'],
    [-0, 'EUR', '€0.00'],
    [12, 'EUR', '€12.00'],
    [0.5, 'EUR', '€0.50'],
    [0.005, 'USD', '$0.005'],
    [-0.000_123_4, 'USD', '−$0.000123'],
    [1_000_000, 'JPY', '¥1,000,000'],
    [1.239, 'EUR', '€1.24'],
  ])('formats %s in %s as %s', (value, currency, text) => {
    expect(formatMoney(value, currency)).toBe(text);
  });
});

describe('formatPercent', () => {
  it.each([
    [0, '0.0%'],
    [0.0034, '0.34%'],
    [0.1234, '12.3%'],
    [-0.5, '−50.0%'],
    [12.5, '1,250.0%'],
  ])('formats %s as %s', (value, text) => {
    expect(formatPercent(value)).toBe(text);
  });
});

describe('describeChange', () => {
  it('returns a direction and a sign, even for negative values', () => {
    expect(describeChange('visits', 110, 100)).toEqual({ direction: 'up', text: '+10.0%' });
    expect(describeChange('visits', 50, 100)).toEqual({ direction: 'down', text: '−50.0%' });
    expect(describeChange('visits', -50, -100)).toEqual({ direction: 'up', text: '+50.0%' });
    expect(describeChange('visits', 10, -100)).toEqual({ direction: 'up', text: '+110.0%' });
    expect(describeChange('visits', 7, 7)).toEqual({ direction: 'same', text: '0%' });
  });

  it('expresses changes of ratios in percentage points', () => {
    expect(describeChange('roi', -1.31, 0.5)).toEqual({ direction: 'down', text: '−181.0 pp' });
    expect(describeChange('cr', 0.052, 0.02)).toEqual({ direction: 'up', text: '+3.2 pp' });
    expect(describeChange('cr', 0.0205, 0.02)).toEqual({ direction: 'up', text: '+0.05 pp' });
    expect(describeChange('roi', 0.2, 0)).toEqual({ direction: 'up', text: '+20.0 pp' });
    expect(describeChange('roi', 0.2, 0.2)).toEqual({ direction: 'same', text: '0 pp' });
    expect(describeChange('roi', 0, 0)).toBeUndefined();
    const ratios = metricIds.filter((id) => reportMetrics[id].unit === 'percent');
    for (const id of ratios) expect(describeChange(id, 2, 1)?.text).toBe('+100.0 pp');
  });

  it('shows "new" after zero, and a multiple from tenfold on', () => {
    expect(describeChange('visits', 3, 0)).toEqual({ direction: 'up', text: 'new' });
    expect(describeChange('visits', 5_000, 100)).toEqual({ direction: 'up', text: '×50' });
  });

  it('returns undefined if a side is missing or both are zero', () => {
    expect(describeChange('visits', null, 3)).toBeUndefined();
    expect(describeChange('visits', 3, undefined)).toBeUndefined();
    expect(describeChange('visits', 0, 0)).toBeUndefined();
  });
});
