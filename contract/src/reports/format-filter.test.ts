import { describe, expect, it } from 'vitest';
import { describeCustomMetric, describeBuiltInMetric } from './describe-metric.ts';
import type { AnyMetricId } from './custom-metric-ids.ts';
import { formatFilter } from './format-filter.ts';
import { isMetricId } from './report-metrics.ts';

const margin = { name: 'Margin', formula: 'profit / revenue', format: 'percentage', decimals: 1 } as const;
const describeMetric = (id: AnyMetricId) =>
  isMetricId(id) ? describeBuiltInMetric(id) : describeCustomMetric(id === 'custom1' ? margin : undefined);
const plain = { labels: {}, describeMetric };

describe('formatFilter', () => {
  it('names the field, the operator and the records', () => {
    const labels = { campaign: { c1: 'Spring' } };
    expect(
      formatFilter({ field: 'campaign', op: 'is', values: ['c1', 'c2', null] }, { ...plain, labels }),
    ).toBe('Campaign is Spring, c2, Unknown');
    expect(formatFilter({ field: 'country', op: 'isNot', values: ['DE'] }, plain)).toBe(
      'Country is not Germany',
    );
  });

  it('shows three values and the number of remaining values', () => {
    const filter = (values: string[]) => formatFilter({ field: 'city', op: 'contains', values }, plain);
    expect(filter(['a', 'b', 'c'])).toBe('City contains a, b, c');
    expect(filter(['a', 'b', 'c', 'd', 'e'])).toBe('City contains a, b, c and 2 more');
  });

  it('formats the number in a metric filter', () => {
    expect(formatFilter({ field: 'visits', op: 'gt', values: [1000] }, plain)).toBe('Visits is above 1000');
    expect(formatFilter({ field: 'roi', op: 'lt', values: [-0.07] }, plain)).toBe('ROI is below -7%');
    expect(formatFilter({ field: 'custom1', op: 'gt', values: [0.2] }, plain)).toBe('Margin is above 20%');
    expect(formatFilter({ field: 'custom2', op: 'gt', values: [2] }, plain)).toBe(
      'Deleted metric is above 2',
    );
  });
});
