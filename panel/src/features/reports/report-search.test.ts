import { anything, assert, constantFrom, dictionary, property } from 'fast-check';
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

it('readReportSearch reads rules that highlight values, and ignores invalid ones', () => {
  const format = { metric: 'roi', op: 'gt', value: 0.2, style: 'green-fill' };
  const invalid = [{ ...format, op: 'is' }, { ...format, value: '1' }, { ...format, style: 'pink' }, null];
  expect(readReportSearch({ formats: [...invalid, format] })).toEqual({ formats: [format] });
  expect(readReportSearch({ formats: invalid })).toEqual({});
  expect(readReportSearch({ countBy: 'visit' })).toEqual({});
});

it('readReportSearch reads the test traffic option', () => {
  expect(readReportSearch({ tests: true })).toEqual({ tests: true });
  expect(readReportSearch({ tests: 'yes' })).toEqual({});
});

it('readReportSearch reads the comparison and the sort order', () => {
  const search = { compare: '2026-09-01..2026-09-30', order: 'change' };
  expect(readReportSearch(search)).toEqual(search);
});

it('readReportSearch returns its own result unchanged, for any parameters', () => {
  const names = [
    'range',
    'by',
    'metrics',
    'filters',
    'path',
    'layout',
    'sort',
    'compare',
    'order',
    'chart',
    'heat',
    'saved',
    'step',
    'shade',
    'tests',
  ];
  assert(
    property(dictionary(constantFrom(...names), anything()), (search) => {
      const read = readReportSearch(search);
      expect(readReportSearch(read)).toEqual(read);
      // The router writes parameters as JSON.
      expect(readReportSearch(JSON.parse(JSON.stringify(read)) as Record<string, unknown>)).toEqual(read);
    }),
  );
});

it('readReportSearch keeps at most ten filters', () => {
  const filter = { field: 'os', op: 'is', values: ['x'] };
  expect(readReportSearch({ filters: Array.from({ length: 19 }, () => filter) }).filters).toHaveLength(10);
});

it('readReportSearch reads the steps of a drill-down, and ignores invalid ones', () => {
  const step = { by: 'campaign,offer', values: ['c1', null] };
  const invalid = [{ by: 7, values: ['x'] }, { by: 'os', values: [] }, { by: 'os', values: [{}] }, null];
  expect(readReportSearch({ path: [...invalid, step] })).toEqual({ path: [step] });
  expect(readReportSearch({ path: 'campaign', layout: 'tree' })).toEqual({});
});

it.each([
  ['step', 'hour', true],
  ['step', 'minute', false],
  ['shade', 'heat', true],
  ['shade', 'rainbow', false],
  ['layout', 'flat', true],
  ['layout', 'tree', false],
  ['order', 'change', true],
  ['order', 'value', false],
])('readReportSearch keeps %s=%s: %s', (name, value, isKept) => {
  expect(readReportSearch({ [name]: value })).toEqual(isKept ? { [name]: value } : {});
});
