import { expect, it } from 'vitest';
import { readReportSearch } from './report-search.ts';

it('reads what means something, and nothing else', () => {
  expect(
    readReportSearch({
      range: 'today',
      by: 'country,offer',
      metrics: 7,
      compare: 'yes',
      filters: [
        { field: 'country', op: 'is', values: ['DE', null, {}] },
        { field: 7, op: 'is', values: ['x'] },
        { field: 'visits', op: 'gt', values: [10] },
        { field: 'visits', op: 'like', values: [10] },
        { field: 'offer', op: 'is', values: [] },
        'text',
      ],
    }),
  ).toEqual({
    range: 'today',
    by: 'country,offer',
    filters: [
      { field: 'country', op: 'is', values: ['DE', null] },
      { field: 'visits', op: 'gt', values: [10] },
    ],
  });
});
