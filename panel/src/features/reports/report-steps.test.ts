import { assert, constantFrom, property, uniqueArray } from 'fast-check';
import { expect, it } from 'vitest';
import type { ReportFilter, ReportSearch } from './report-search.ts';
import {
  climbTo,
  dimensionsOf,
  drillInto,
  filtersOf,
  metricsOf,
  pathFiltersOf,
  removeFilter,
} from './report-steps.ts';

it('filtersOf ignores unknown fields', () => {
  const known: ReportFilter = { field: 'visits', op: 'gt', values: [1] };
  const unknown = { field: 'nothing', op: 'is', values: ['x'] } as unknown as ReportFilter;
  expect(filtersOf({ filters: [unknown, known] })).toEqual([known]);
  expect(filtersOf({})).toEqual([]);
});

it('dimensionsOf and metricsOf fall back to defaults', () => {
  expect(dimensionsOf({ by: 'x,y' })).toEqual(['campaign']);
  expect(dimensionsOf({ by: 'country,x,country,os' })).toEqual(['country', 'os']);
  expect(metricsOf({ metrics: 'roi,x' })).toEqual(['roi']);
  expect(metricsOf({})).toContain('visits');
});

it('drillInto continues with the next usual dimension, and climbTo goes back', () => {
  const whole: ReportSearch = { range: 'today', sort: '-visits' };
  const inside = drillInto(whole, ['c1']);
  expect(inside).toEqual({
    range: 'today',
    sort: '-visits',
    by: 'offer',
    path: [{ by: 'campaign', values: ['c1'] }],
  });
  const deeper = drillInto(inside, [null]);
  expect(deeper.by).toBe('landing');
  expect(pathFiltersOf(deeper)).toEqual([
    { field: 'campaign', op: 'is', values: ['c1'] },
    { field: 'offer', op: 'is', values: [null] },
  ]);
  expect(climbTo(deeper, 1)).toEqual(inside);
  expect(climbTo(deeper, 0)).toEqual({ ...whole, by: 'campaign' });
  expect(climbTo(deeper, 2)).toEqual(deeper);
});

it('drillInto a row of a tree keeps the levels below it', () => {
  const tree = { by: 'campaign,offer,country' };
  expect(drillInto(tree, ['c1'])).toMatchObject({ by: 'offer,country' });
  const deeper = drillInto(tree, ['c1', 'o1']);
  expect(deeper).toMatchObject({ by: 'country' });
  expect(pathFiltersOf(deeper).map(({ field, values }) => [field, ...values])).toEqual([
    ['campaign', 'c1'],
    ['offer', 'o1'],
  ]);
  expect(climbTo(deeper, 0)).toEqual(tree);
});

it('drillInto skips dimensions that are already limited to one value', () => {
  const filters: ReportFilter[] = [{ field: 'campaign', op: 'is', values: ['c1'] }];
  expect(drillInto({ by: 'country', filters }, ['DE'])).toMatchObject({ by: 'offer', filters });
  const excluded: ReportFilter[] = [{ field: 'campaign', op: 'isNot', values: ['c1'] }];
  expect(drillInto({ by: 'country', filters: excluded }, ['DE']).by).toBe('campaign');
});

it('drillInto drops a sort order by a dimension', () => {
  expect(drillInto({ by: 'country', sort: 'country' }, ['DE'])).not.toHaveProperty('sort');
});

it('drillInto does not exceed the maximum number of filters', () => {
  const search: ReportSearch = {
    path: [{ by: 'campaign,offer,landing,country,os', values: [1, 2, 3, 4, 5] }],
  };
  const full = drillInto({ ...search, by: 'browser,isp,token1,token2,token3' }, [1, 2, 3, 4, 5]);
  expect(pathFiltersOf(full)).toHaveLength(10);
  expect(drillInto(full, [1])).toEqual(full);
});

it('climbTo restores the grouping before any drill-down', () => {
  const dimension = constantFrom('campaign', 'offer', 'country', 'os', 'token1', 'day');
  assert(
    property(uniqueArray(dimension, { minLength: 1, maxLength: 4 }), (levels) => {
      const search = { by: levels.join(), range: 'today' };
      for (let depth = 1; depth <= levels.length; depth += 1)
        expect(climbTo(drillInto(search, levels.slice(0, depth)), 0)).toEqual(search);
    }),
  );
});

it('removeFilter keeps the grouping and the drill-down', () => {
  const filters: ReportFilter[] = [{ field: 'country', op: 'is', values: ['DE'] }];
  const path = [{ by: 'campaign', values: ['c1'] }];
  expect(removeFilter({ by: 'os', filters, path }, 0)).toEqual({ by: 'os', path });
  expect(removeFilter({ by: 'os' }, 3)).toEqual({ by: 'os' });
});
