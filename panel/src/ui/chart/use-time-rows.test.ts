import { describe, expect, it } from 'vitest';
import { buildTimeQuestion } from './use-time-rows.ts';

const chart = { metrics: ['visits', 'profit'] as const, step: 'hour' as const };

describe('buildTimeQuestion', () => {
  it('requests all metrics by hour or day, as chosen, oldest first', () => {
    expect(buildTimeQuestion(chart)).toEqual({
      dimensions: ['hour'],
      metrics: ['visits', 'profit'],
      filters: [],
      sortBy: 'hour',
      sortDir: 'asc',
      limit: 1_000,
    });
  });

  it('applies dimension filters but not metric filters, because metric filters apply to rows of the table', () => {
    const byCountry = { field: 'country' as const, op: 'is' as const, values: ['DE'] };
    const byVisits = { field: 'visits' as const, op: 'gt' as const, values: [100] };
    expect(buildTimeQuestion({ ...chart, filters: [byVisits, byCountry] }).filters).toEqual([byCountry]);
  });

  it('includes test traffic only on request', () => {
    expect(buildTimeQuestion({ ...chart, withTests: true })).toHaveProperty('includeTests', true);
    expect(buildTimeQuestion({ ...chart, withTests: false })).not.toHaveProperty('includeTests');
  });
});
