import { describe, expect, it } from 'vitest';
import type { ReportRow } from '../../lib/reports/compare-rows.ts';
import { branchDefinition, idOfKeys, treeRows, type Branch } from './tree-rows.ts';

const row = (values: ReportRow['values']): ReportRow => ({
  id: JSON.stringify(values),
  values,
  before: undefined,
});
const levels = ['campaign', 'country', 'os'] as const;
const top = [row({ campaign: 'c1', visits: 3 }), row({ campaign: 'c2', visits: 1 })];
const branch = (rows: ReportRow[] | undefined, totalRows = rows?.length ?? 0): Branch => ({
  rows,
  totalRows,
  error: null,
});
const show = (branches: Record<string, Branch>, above: string[] = []) =>
  treeRows(top, { levels, above, branches: new Map(Object.entries(branches)) });

describe('treeRows', () => {
  it('has one row for each row of the report if no row is open', () => {
    expect(show({}).map(({ id, level, keys }) => [id, level, keys])).toEqual([
      ['["c1"]', 0, ['c1']],
      ['["c2"]', 0, ['c2']],
    ]);
  });

  it('shows the rows of open rows below them, with the values above', () => {
    const rows = show({
      [idOfKeys(['c1'])]: branch([row({ country: 'DE', visits: 2 })]),
      [idOfKeys(['c1', 'DE'])]: branch([row({ os: null, visits: 2 })]),
    });
    expect(rows.map(({ level, keys }) => [level, keys])).toEqual([
      [0, ['c1']],
      [1, ['c1', 'DE']],
      [2, ['c1', 'DE', null]],
      [0, ['c2']],
    ]);
    expect(rows[2]?.values).toEqual({ campaign: 'c1', country: 'DE', os: null, visits: 2 });
  });

  it('says that rows are loading, missing or more than shown', () => {
    const notes = (one: Branch) => show({ '["c1"]': one }).flatMap(({ note }) => note ?? []);
    expect(notes(branch(undefined))).toEqual(['Loading…']);
    expect(notes(branch([]))).toEqual(['No rows']);
    expect(notes({ ...branch(undefined), error: new Error('x') })[0]).toContain('Not loaded');
    expect(notes(branch([row({ country: 'DE' })], 1_201))).toEqual(['1,200 more. Open the row to see all.']);
    expect(notes(branch([row({ country: 'DE' })]))).toEqual([]);
  });

  it('opens rows independently in each drill-down', () => {
    expect(show({ '["c1"]': branch([row({ country: 'DE' })]) }, ['s1'])).toHaveLength(2);
    expect(show({ '["s1","c1"]': branch([row({ country: 'DE' })]) }, ['s1'])).toHaveLength(3);
  });
});

it('branchDefinition filters by the rows above, and sorts names by those of its own level', () => {
  const base = { from: '2026-11-01', to: '2026-11-02', dimensions: ['campaign' as const] };
  expect(branchDefinition({ ...base, sortBy: 'campaign', sortDir: 'asc' }, levels, ['c1', null])).toEqual({
    ...base,
    dimensions: ['os'],
    filters: [
      { field: 'campaign', op: 'is', values: ['c1'] },
      { field: 'country', op: 'is', values: [null] },
    ],
    sortBy: 'os',
    sortDir: 'asc',
  });
  expect(branchDefinition({ ...base, sortBy: 'visits' }, levels, ['c1']).sortBy).toBe('visits');
});
