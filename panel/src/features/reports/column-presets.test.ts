import { defaultMetrics, metricIds, type MetricId } from '@waypost/contract/reports/report-metrics.ts';
import { describe, expect, it } from 'vitest';
import { columnPresets, moveItem, presetIds, presetOf } from './column-presets.ts';

describe('columnPresets', () => {
  it('have known metrics, without duplicates', () => {
    for (const id of presetIds) {
      const metrics: readonly MetricId[] = columnPresets[id].metrics;
      expect(metrics.filter((metric) => !metricIds.includes(metric))).toEqual([]);
      expect(new Set(metrics).size).toBe(metrics.length);
      expect(presetOf(metrics)).toBe(id);
    }
  });

  it('are recognized only in their order', () => {
    expect(presetOf([...defaultMetrics])).toBe('summary');
    expect(presetOf(defaultMetrics.toReversed())).toBe('custom');
  });
});

describe('moveItem', () => {
  it.each([
    [0, 2, ['b', 'c', 'a']],
    [2, 0, ['c', 'a', 'b']],
    [1, 1, ['a', 'b', 'c']],
    [0, 3, ['a', 'b', 'c']],
    [0, -1, ['a', 'b', 'c']],
    [5, 0, ['a', 'b', 'c']],
  ])('moves the item at %i to %i', (from, to, expected) => {
    expect(moveItem(['a', 'b', 'c'], from, to)).toEqual(expected);
  });
});
