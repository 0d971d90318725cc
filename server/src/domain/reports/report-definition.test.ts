import { describe, expect, it } from 'vitest';
import { isSeeking, totalsDefinition, withinDefinition, type ReportDefinition } from './report-definition.ts';

const definition: ReportDefinition = {
  range: { fromMs: 0, toMs: 1 },
  timezone: 'UTC',
  dimensions: ['country'],
  metrics: ['cost', 'visits'],
  dimensionFilters: [],
  metricFilters: [{ field: 'visits', operator: '>', units: [1n], isMissingMeant: false }],
  sort: { by: 'country', direction: 'desc' },
};
const { dimensions, metricFilters } = definition;

describe('totalsDefinition', () => {
  it('has no groups but includes only groups that pass the metric filters', () => {
    expect(totalsDefinition(definition)).toEqual({
      ...definition,
      dimensions: [],
      metricFilters: [],
      sort: { by: 'cost', direction: 'asc' },
      within: { dimensions, metricFilters },
    });
  });

  it.each([
    ['if there are no groups', { dimensions: [] }],
    ['if there are no metric filters', { metricFilters: [] }],
  ])('includes everything %s', (_, change) => {
    expect(totalsDefinition({ ...definition, ...change }).within).toBeUndefined();
  });
});

it('withinDefinition restores the groups and metric filters of a totals definition', () => {
  const totals = totalsDefinition(definition);
  expect(withinDefinition(totals, { dimensions, metricFilters })).toEqual({
    ...definition,
    within: undefined,
    sort: { by: 'cost', direction: 'asc' },
  });
});

it('isSeeking is true for operators that search text', () => {
  const operators = ['contains', 'notContains', 'startsWith', '=', '!=', '>', '<'] as const;
  expect(operators.filter(isSeeking)).toEqual(['contains', 'notContains', 'startsWith']);
});
