import { assert, constantFrom, property, uniqueArray } from 'fast-check';
import { expect, it } from 'vitest';
import type { ReportFilter } from './report-search.ts';
import { climbOut, dimensionsOf, drillInto, filtersOf, metricsOf } from './report-steps.ts';

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

it('drillInto continues with the next dimension, and climbOut goes back', () => {
  const whole = { range: 'today', sort: '-visits' };
  const inside = drillInto(whole, { campaign: 'c1' });
  expect(inside).toEqual({
    range: 'today',
    by: 'offer',
    filters: [{ field: 'campaign', op: 'is', values: ['c1'] }],
  });
  const deeper = drillInto(inside, { offer: null });
  expect(deeper.by).toBe('landing');
  expect(deeper.filters).toEqual([
    { field: 'campaign', op: 'is', values: ['c1'] },
    { field: 'offer', op: 'is', values: [null] },
  ]);
  expect(climbOut(deeper, 1)).toEqual({ ...inside, by: 'offer' });
  // Removing a filter from the middle does not change the dimension of the rows.
  expect(climbOut(deeper, 0)).toMatchObject({ by: 'landing', filters: [{ field: 'offer' }] });
  expect(climbOut(inside, 0)).toEqual({ range: 'today', by: 'campaign' });
});

it('drillInto does not exceed the maximum number of filters', () => {
  let search = drillInto({ by: 'campaign,offer,landing,country,os,browser' }, {});
  search = drillInto({ ...search, by: 'city' }, {});
  expect(search.filters).toHaveLength(6);
});

it('climbOut of the filter that drillInto added restores the previous grouping and filters', () => {
  const dimension = constantFrom('campaign', 'offer', 'country', 'os', 'token1', 'day');
  assert(
    property(uniqueArray(dimension, { minLength: 1, maxLength: 4 }), ([by = 'campaign', ...filtered]) => {
      const filters = filtered.map((field): ReportFilter => ({ field, op: 'is', values: ['x'] }));
      const search = { by, range: 'today', ...(filters.length === 0 ? {} : { filters }) };
      const inside = drillInto(search, { [by]: 'v' });
      expect(inside.filters?.at(-1)).toEqual({ field: by, op: 'is', values: ['v'] });
      expect(inside.by).not.toBe(by);
      expect(climbOut(inside, filters.length)).toEqual(search);
    }),
  );
});

it('drillInto replaces a filter on the same dimension, and drops the sort order', () => {
  const filters: ReportFilter[] = [{ field: 'country', op: 'isNot', values: ['US'] }];
  const inside = drillInto({ by: 'country', filters, sort: '-visits' }, { country: 'DE' });
  expect(inside).toEqual({ by: 'campaign', filters: [{ field: 'country', op: 'is', values: ['DE'] }] });
});

it.each([
  ['a filter that excludes values', { field: 'country', op: 'isNot', values: ['DE'] }],
  ['a metric filter', { field: 'visits', op: 'gt', values: [1] }],
])('climbOut of %s keeps the grouping', (_, filter) => {
  expect(climbOut({ by: 'os', filters: [filter as ReportFilter] }, 0)).toEqual({ by: 'os' });
});

it('climbOut of a filter that does not exist changes nothing', () => {
  expect(climbOut({ by: 'os' }, 3)).toEqual({ by: 'os' });
});
