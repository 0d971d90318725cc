import { afterEach, describe, expect, it } from 'vitest';
import { columnDecimals } from '@waypost/contract/reports/column-decimals.ts';
import { describeMetric, isKnownMetric, registerCustomMetrics } from './describe-metric.ts';
import { formatMetric } from './format-metrics.ts';

const margin = {
  id: '01a1dd2f-6e1a-7b2c-8d3e-4f5a6b7c8d9e',
  metric: 'custom1' as const,
  name: 'Margin',
  formula: 'profit / revenue',
  format: 'percentage' as const,
  decimals: 2,
  version: 1,
  createdAt: '2026-11-16T09:12:41.218Z',
  updatedAt: '2026-11-16T09:12:41.218Z',
};

afterEach(() => registerCustomMetrics([]));

describe('describeMetric', () => {
  it('describes a custom metric with its formula, unit and decimals', () => {
    registerCustomMetrics([margin]);
    expect(describeMetric('custom1')).toEqual({
      label: 'Margin',
      unit: 'percent',
      explanation: 'Custom metric: profit / revenue.',
      isSummed: false,
      decimals: 2,
    });
    expect(isKnownMetric('custom1')).toBe(true);
    expect(formatMetric('custom1', 0.12345, 'USD')).toBe('12.35%');
    expect(columnDecimals(describeMetric('custom1'), [0.5, 12], 'USD')).toBe(2);
  });

  it('names a deleted metric', () => {
    expect(describeMetric('custom1').label).toBe('Deleted metric');
    expect(isKnownMetric('custom1')).toBe(false);
    expect(isKnownMetric('roi')).toBe(true);
  });
});
