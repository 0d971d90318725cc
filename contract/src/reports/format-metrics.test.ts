import { metricIds, reportMetrics, type MetricId } from './report-metrics.ts';
import { describe, expect, it } from 'vitest';
import { describeBuiltInMetric } from './describe-metric.ts';
import { describeChange, formatMetric, formatMoney, formatPercent, noNumber } from './format-metrics.ts';

describe('formatMetric', () => {
  it("formats counts, amounts in the workspace's currency and percentages", () => {
    expect(formatMetric(describeBuiltInMetric('visits'), 1_234_567, 'USD')).toBe('1,234,567');
    expect(formatMetric(describeBuiltInMetric('profit'), -1_250.5, 'USD')).toBe('−$1,250.50');
    expect(formatMetric(describeBuiltInMetric('roi'), 0.2, 'EUR')).toBe('20.0%');
    expect(formatMetric(describeBuiltInMetric('epc'), 0.0123, 'EUR')).toBe('€0.0123');
    expect(formatMetric(describeBuiltInMetric('value1'), 2.5, 'EUR')).toBe('2.5');
  });

  it('rounds counts, and shows at most four decimals of custom values', () => {
    expect(formatMetric(describeBuiltInMetric('visits'), -0, 'USD')).toBe('0');
    expect(formatMetric(describeBuiltInMetric('conversions'), 1.5, 'USD')).toBe('2');
    expect(formatMetric(describeBuiltInMetric('value1'), 1.234_56, 'EUR')).toBe('1.2346');
    expect(formatMetric(describeBuiltInMetric('value1'), -1_000, 'EUR')).toBe('−1,000');
  });

  it('shows a dash for a missing value', () => {
    expect(formatMetric(describeBuiltInMetric('roi'), null, 'EUR')).toBe(noNumber);
    expect(formatMetric(describeBuiltInMetric('cpa'), undefined, 'EUR')).toBe(noNumber);
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
    [0.01, 'EUR', '€0.01'],
    [0.999, 'USD', '$0.999'],
    [-0.3333, 'USD', '−$0.333'],
    [1e-9, 'USD', '$0.000000001'],
    [1_234_567_890_123.45, 'USD', '$1,234,567,890,123.45'],
    [1e21, 'EUR', '€1,000,000,000,000,000,000,000.00'],
    // An amount that rounds to whole cents has two decimals, like larger amounts.
    [0.1004, 'EUR', '€0.10'],
    [0.9996, 'EUR', '€1.00'],
    [-0.0999999, 'EUR', '−€0.10'],
    // In a currency without cents, amounts below 1 have decimals. Some other currencies, such as KWD, have three
    // decimals.
    [0.4, 'JPY', '¥0.4'],
    [0.25, 'KRW', '₩0.25'],
    [1.6, 'JPY', '¥2'],
    [0.5, 'KWD', 'KWD 0.500'],
    [0.0005, 'KWD', 'KWD 0.0005'],
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
    [-0, '0.0%'],
    [0.01, '1.0%'],
    [0.009_99, '1.00%'],
    [-0.0034, '−0.34%'],
    [0.9996, '100.0%'],
    [1e6, '100,000,000.0%'],
  ])('formats %s as %s', (value, text) => {
    expect(formatPercent(value)).toBe(text);
  });
});

function changeOf(id: MetricId, value: number | null, before: number | null | undefined) {
  return describeChange(describeBuiltInMetric(id), value, before);
}

describe('describeChange', () => {
  it('returns a direction and a sign, even for negative values', () => {
    expect(changeOf('visits', 110, 100)).toEqual({
      direction: 'up',
      text: '+10.0%',
    });
    expect(changeOf('visits', 50, 100)).toEqual({
      direction: 'down',
      text: '−50.0%',
    });
    expect(changeOf('visits', -50, -100)).toEqual({
      direction: 'up',
      text: '+50.0%',
    });
    expect(changeOf('visits', 10, -100)).toEqual({
      direction: 'up',
      text: '+110.0%',
    });
    expect(changeOf('visits', 7, 7)).toEqual({ direction: 'same', text: '0%' });
  });

  it('expresses changes of ratios in percentage points', () => {
    expect(changeOf('roi', -1.31, 0.5)).toEqual({
      direction: 'down',
      text: '−181.0 pp',
    });
    expect(changeOf('cr', 0.052, 0.02)).toEqual({
      direction: 'up',
      text: '+3.2 pp',
    });
    expect(changeOf('cr', 0.0205, 0.02)).toEqual({
      direction: 'up',
      text: '+0.05 pp',
    });
    expect(changeOf('roi', 0.2, 0)).toEqual({
      direction: 'up',
      text: '+20.0 pp',
    });
    expect(changeOf('roi', 0.2, 0.2)).toEqual({
      direction: 'same',
      text: '0 pp',
    });
    expect(changeOf('roi', 0, 0)).toBeUndefined();
    const ratios = metricIds.filter((id) => reportMetrics[id].unit === 'percent');
    for (const id of ratios) expect(changeOf(id, 2, 1)?.text).toBe('+100.0 pp');
  });

  it('shows "new" for a change from zero, and a multiple for growth of eleven times or more', () => {
    expect(changeOf('visits', 3, 0)).toEqual({ direction: 'up', text: 'new' });
    expect(changeOf('profit', -3, 0)).toEqual({
      direction: 'down',
      text: 'new',
    });
    expect(changeOf('visits', 5_000, 100)).toEqual({
      direction: 'up',
      text: '×50',
    });
    expect(changeOf('visits', 1_099, 100)).toEqual({
      direction: 'up',
      text: '+999.0%',
    });
    expect(changeOf('visits', 1_100, 100)).toEqual({
      direction: 'up',
      text: '×11',
    });
    expect(changeOf('profit', -5_000, -100)).toEqual({
      direction: 'down',
      text: '×50',
    });
  });

  it('shows no multiple if a profit becomes a loss or the reverse', () => {
    expect(changeOf('profit', 5_000, -100)).toEqual({
      direction: 'up',
      text: '+5,100.0%',
    });
    expect(changeOf('profit', -5_000, 100)).toEqual({
      direction: 'down',
      text: '−5,100.0%',
    });
  });

  it('shows the full decrease if the value drops to zero', () => {
    expect(changeOf('visits', 0, 4)).toEqual({
      direction: 'down',
      text: '−100.0%',
    });
    expect(changeOf('cr', 0, 0.05)).toEqual({
      direction: 'down',
      text: '−5.0 pp',
    });
  });

  it('uses two decimals for differences below one percentage point', () => {
    expect(changeOf('cr', 0.03, 0.0201)).toEqual({
      direction: 'up',
      text: '+0.99 pp',
    });
    expect(changeOf('cr', 0.01, 0.03)?.text).toBe('−2.0 pp');
  });

  it('returns undefined if a value is missing or both are zero', () => {
    expect(changeOf('visits', null, 3)).toBeUndefined();
    expect(changeOf('visits', 3, undefined)).toBeUndefined();
    expect(changeOf('visits', 0, 0)).toBeUndefined();
  });
});
