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
  // Removing a filter in the middle keeps the dimension of the rows.
  expect(climbOut(deeper, 0)).toMatchObject({ by: 'landing', filters: [{ field: 'offer' }] });
  expect(climbOut(inside, 0)).toEqual({ range: 'today', by: 'campaign' });
});

it('drillInto does not exceed the maximum number of filters', () => {
  let search = drillInto({ by: 'campaign,offer,landing,country,os,browser' }, {});
  search = drillInto({ ...search, by: 'city' }, {});
  expect(search.filters).toHaveLength(6);
});
