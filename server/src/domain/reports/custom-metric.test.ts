import { definitionForm } from '@waypost/contract/reports/report-forms.ts';
import { describe, expect, it } from 'vitest';
import { readDefinition } from './read-definition.ts';

const margin = {
  id: 'custom3',
  name: 'Margin',
  format: 'percentage',
  decimals: 1,
  formula: { type: 'metric', id: 'roi' },
  parts: ['roi'],
} as const;

function read(more: Record<string, unknown>) {
  const parsed = definitionForm.query.parse({ from: '2026-11-16', to: '2026-11-16', ...more });
  return readDefinition(parsed, { timezone: 'UTC', customMetrics: [margin] }, definitionForm.vocabulary);
}

describe('a report with custom metrics', () => {
  it('reads their parts, sorted by the dimension, whose order decides between equal values', () => {
    const more = { dimensions: ['country', 'day'], metrics: ['visits', 'custom3'], sortBy: 'custom3' };
    expect(read(more)).toMatchObject({
      definition: { metrics: ['visits', 'roi'], sort: { by: 'country', direction: 'asc' } },
      columns: ['visits', margin],
      custom: { sort: { by: margin, direction: 'desc' }, filters: [] },
    });
  });

  it('can be filtered by metrics that are not columns', () => {
    const filters = [{ field: 'custom3', op: 'gt', values: [0.2] }];
    expect(read({ dimensions: ['country'], metrics: ['cost'], filters })).toMatchObject({
      definition: { metrics: ['cost', 'roi'], metricFilters: [], sort: { by: 'cost', direction: 'desc' } },
      custom: { sort: undefined, filters: [{ field: margin, operator: '>', units: [200_000_000_000n] }] },
    });
  });

  it('is neither sorted nor filtered without dimensions, because it has one row', () => {
    const filters = [{ field: 'custom3', op: 'gt', values: [0.2] }];
    expect(read({ metrics: ['custom3'], filters })).toMatchObject({ custom: undefined, columns: [margin] });
  });

  it.each([
    [{ metrics: ['visits', 'custom9'], sortBy: 'custom9' }, 'metrics'],
    [{ filters: [{ field: 'custom9', op: 'gt', values: [1] }] }, 'filters.0'],
  ])('names the deleted metric in %j', (more, path) => {
    const message = 'Custom metric custom9 not found. It may have been deleted.';
    expect(read(more)).toEqual({ issues: [{ path, message }] });
  });
});
