import { describe, expect, it } from 'vitest';
import { requestReport } from './use-report-definition.ts';

const today = '2026-11-18';

describe('requestReport', () => {
  it("requests today's campaigns with the default metrics if the URL is empty", () => {
    const { definition, range, compare, canCompare } = requestReport({}, today);
    expect(definition).toEqual({
      from: today,
      to: today,
      dimensions: ['campaign'],
      metrics: ['visits', 'lpclicks', 'conversions', 'cost', 'revenue', 'profit', 'roi'],
    });
    expect([range, compare, canCompare]).toEqual(['today', undefined, true]);
  });

  it.each([
    ['yesterday', '2026-11-17', '2026-11-17', 'yesterday'],
    ['last-7-days', '2026-11-12', today, 'last-7-days'],
    ['2026-02-28..2026-03-01', '2026-02-28', '2026-03-01', '2026-02-28..2026-03-01'],
    ['2026-03-02..2026-03-01', today, today, 'today'],
    ['2026-02-30..2026-03-01', today, today, 'today'],
    ['soon', today, today, 'today'],
  ])('reads the range %s as %s to %s', (text, from, to, range) => {
    const requested = requestReport({ range: text }, today);
    expect(requested.definition).toMatchObject({ from, to });
    expect(requested.range).toBe(range);
  });

  it.each([
    ['-visits', { sortBy: 'visits', sortDir: 'desc' }],
    ['os', { sortBy: 'os', sortDir: 'asc' }],
    ['roi', {}],
    ['country', {}],
    ['-', {}],
  ])('sorts by %s only if it is one of the columns', (sort, expected) => {
    const { definition } = requestReport({ by: 'os', metrics: 'visits', sort }, today);
    const { sortBy, sortDir } = definition;
    expect({ sortBy, sortDir }).toEqual({ sortBy: undefined, sortDir: undefined, ...expected });
  });

  it.each(['hour', 'day', 'week', 'month'])('does not compare a report by %s', (by) => {
    const { canCompare, compare } = requestReport({ by: `country,${by}`, compare: 'before' }, today);
    expect([canCompare, compare]).toEqual([false, undefined]);
  });

  it.each(['weekday', 'hourOfDay', 'campaign'])('compares a report by %s', (by) => {
    expect(requestReport({ by, compare: 'week' }, today).compare).toBe('week');
  });

  it.each(['nothing', '2026-10-09..2026-10-01', ''])('ignores the comparison "%s"', (compare) => {
    expect(requestReport({ compare }, today).compare).toBeUndefined();
  });

  it('leaves out unknown filters, and includes test traffic only if requested', () => {
    const filters = [{ field: 'gone' as 'os', op: 'is' as const, values: ['x'] }];
    expect(requestReport({ filters }, today).definition).not.toHaveProperty('filters');
    expect(requestReport({ tests: true }, today).definition).toHaveProperty('includeTests', true);
    expect(requestReport({}, today).definition).not.toHaveProperty('includeTests');
  });
});
