import { describe, expect, it } from 'vitest';
import { describeBuiltInMetric } from './describe-metric.ts';
import { columnDecimals } from './column-decimals.ts';
import { formatMetric } from './format-metrics.ts';

describe('columnDecimals', () => {
  it.each([
    ['visits', [1, 20_000], 'USD', 0],
    ['cost', [0, null, 0.004, 120], 'USD', 2],
    ['cost', [0.0041, 0.5], 'USD', 2],
    ['cost', [0.0041, 0.002], 'USD', 5],
    ['cost', [], 'JPY', 0],
    ['cpv', [0.0123, 0.0119, 4], 'USD', 4],
    ['cpv', [0.01, 0.01], 'USD', 2],
    ['epc', [1.5, 2, 0.01], 'USD', 2],
    ['cr', [0.0123, 0.4, 0.02], 'USD', 2],
    ['roi', [0.5, -0.2], 'USD', 1],
    ['roi', [null], 'USD', 1],
    ['value1', [1.25, 3], 'USD', 2],
  ] as const)('%s of %j in %s: %i', (id, values, currency, expected) => {
    expect(columnDecimals(describeBuiltInMetric(id), values, currency)).toBe(expected);
  });
});

describe('formatMetric with decimals', () => {
  it('shows all values of a column alike', () => {
    const values = [0.0123, 4, -0.5, null];
    expect(values.map((value) => formatMetric(describeBuiltInMetric('cpv'), value, 'USD', 4))).toEqual([
      '$0.0123',
      '$4.0000',
      '−$0.5000',
      '–',
    ]);
    expect(formatMetric(describeBuiltInMetric('cr'), 0.5, 'USD', 2)).toBe('50.00%');
    expect(formatMetric(describeBuiltInMetric('profit'), -0.001, 'USD', 2)).toBe('$0.00');
    expect(formatMetric(describeBuiltInMetric('visits'), 1234, 'USD', 0)).toBe('1,234');
  });
});
