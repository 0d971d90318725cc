import { expect, it } from 'vitest';
import { readReportSearch } from './report-search.ts';

it('readReportSearch ignores invalid parameters', () => {
  expect(
    readReportSearch({
      range: 'today',
      by: 'country,offer',
      metrics: 7,
      compare: true,
      order: 'name',
      filters: [
        { field: 'country', op: 'is', values: ['DE', null, {}] },
        { field: 7, op: 'is', values: ['x'] },
        { field: 'visits', op: 'gt', values: [10] },
        { field: 'visits', op: 'like', values: [10] },
        { field: 'token1', op: 'contains', values: ['sale'] },
        { field: 'offer', op: 'is', values: [] },
        'text',
      ],
    }),
  ).toEqual({
    range: 'today',
    by: 'country,offer',
    compare: 'before',
    filters: [
      { field: 'country', op: 'is', values: ['DE', null] },
      { field: 'visits', op: 'gt', values: [10] },
      { field: 'token1', op: 'contains', values: ['sale'] },
    ],
  });
});

it('readReportSearch reads the test traffic option', () => {
  expect(readReportSearch({ tests: true })).toEqual({ tests: true });
  expect(readReportSearch({ tests: 'yes' })).toEqual({});
});

it('readReportSearch reads the comparison and the sort order', () => {
  const search = { compare: '2026-09-01..2026-09-30', order: 'change' };
  expect(readReportSearch(search)).toEqual(search);
});
