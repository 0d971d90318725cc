import { describe, expect, it } from 'vitest';
import { isSeeking, totalsDefinition, withinDefinition, type ReportDefinition } from './report-definition.ts';

const question: ReportDefinition = {
  range: { fromMs: 0, toMs: 1 },
  timezone: 'UTC',
  dimensions: ['country'],
  metrics: ['cost', 'visits'],
  dimensionFilters: [],
  metricFilters: [{ field: 'visits', operator: '>', units: [1n], isMissingMeant: false }],
  sort: { by: 'country', direction: 'desc' },
};
const { dimensions, metricFilters } = question;

describe('the question for totals', () => {
  it('has no groups, and counts only the groups that pass the filters of metrics', () => {
    expect(totalsDefinition(question)).toEqual({
      ...question,
      dimensions: [],
      metricFilters: [],
      sort: { by: 'cost', direction: 'asc' },
      within: { dimensions, metricFilters },
    });
  });

  it.each([
    ['without groups', { dimensions: [] }],
    ['without filters of metrics', { metricFilters: [] }],
  ])('counts everything %s', (_, change) => {
    expect(totalsDefinition({ ...question, ...change }).within).toBeUndefined();
  });
});

it('the question within another one has its groups and filters, and no further ones', () => {
  const totals = totalsDefinition(question);
  expect(withinDefinition(totals, { dimensions, metricFilters })).toEqual({
    ...question,
    within: undefined,
    sort: { by: 'cost', direction: 'asc' },
  });
});

it('operators that look for a part of a text are told from those that compare', () => {
  const operators = ['contains', 'notContains', 'startsWith', '=', '!=', '>', '<'] as const;
  expect(operators.filter(isSeeking)).toEqual(['contains', 'notContains', 'startsWith']);
});
