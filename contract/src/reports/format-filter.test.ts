import { describe, expect, it } from 'vitest';
import { formatFilter } from './format-filter.ts';

describe('formatFilter', () => {
  it('names the field, the operator and the records', () => {
    const labels = { campaign: { c1: 'Spring' } };
    expect(formatFilter({ field: 'campaign', op: 'is', values: ['c1', 'c2', null] }, labels)).toBe(
      'Campaign is Spring, c2, Unknown',
    );
    expect(formatFilter({ field: 'country', op: 'isNot', values: ['DE'] }, {})).toBe(
      'Country is not Germany',
    );
  });

  it('shows three values and the number of remaining values', () => {
    const filter = (values: string[]) => formatFilter({ field: 'city', op: 'contains', values }, {});
    expect(filter(['a', 'b', 'c'])).toBe('City contains a, b, c');
    expect(filter(['a', 'b', 'c', 'd', 'e'])).toBe('City contains a, b, c and 2 more');
  });

  it('formats the number in a metric filter', () => {
    expect(formatFilter({ field: 'visits', op: 'gt', values: [1000] }, {})).toBe('Visits is above 1000');
    expect(formatFilter({ field: 'roi', op: 'lt', values: [-0.07] }, {})).toBe('ROI is below -7%');
  });
});
