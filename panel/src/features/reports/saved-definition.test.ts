import { array, assert, constantFrom, option, property, record, subarray } from 'fast-check';
import type { ColumnFormat } from '@waypost/contract/reports/column-formats.ts';
import { newSavedReport } from '@waypost/contract/reports/saved-reports.ts';
import { describe, expect, it } from 'vitest';
import { readReportSearch, type ReportFilter, type ReportSearch } from './report-search.ts';
import { savedDefinitionOf, searchOf } from './saved-definition.ts';
import { requestReport } from './use-report-definition.ts';

const today = '2026-11-18';
const save = (search: ReportSearch) => savedDefinitionOf(requestReport(search, today).whole, search);
const question = (search: ReportSearch) =>
  newSavedReport.safeParse({ name: 'Saved', question: save(search), isShared: false });

const filters: ReportFilter[] = [
  { field: 'country', op: 'is', values: ['DE', null] },
  { field: 'visits', op: 'gt', values: [10] },
  { field: 'token1', op: 'contains', values: ['a,b'] },
];
const formats: ColumnFormat[] = [
  { metric: 'profit', op: 'lt', value: 0, style: 'red-text' },
  { metric: 'roi', op: 'gt', value: 0.2, style: 'green-fill' },
];
const searches = record({
  range: constantFrom('today', 'last-30-days', '2026-10-01..2026-10-07', '2026-11-18..2026-11-18'),
  by: constantFrom('campaign', 'country,os', 'day', 'token1'),
  metrics: option(constantFrom('visits', 'roi,profit', 'event3'), { nil: undefined }),
  filters: subarray(filters),
  sort: constantFrom(undefined, '-visits', 'country', 'roi', 'nothing'),
  compare: constantFrom(undefined, 'before', 'year', '2026-09-01..2026-09-07'),
  order: constantFrom(undefined, 'change' as const),
  tests: constantFrom(undefined, true as const),
  layout: constantFrom(undefined, 'flat' as const),
  chart: constantFrom(undefined, 'roi', 'nothing'),
  heat: constantFrom(undefined, 'profit', 'nothing'),
  shade: constantFrom(undefined, 'heat' as const),
  countBy: constantFrom(undefined, 'conversion' as const),
  formats: subarray(formats),
}).map((search) => readReportSearch(search));

describe('a saved report', () => {
  it('is accepted by the contract, whichever report was saved', () => {
    assert(
      property(searches, (search) => {
        expect(question(search).error).toBeUndefined();
      }),
    );
  });

  it('opens as the report that was saved, whichever report was shown before', () => {
    const shown = array(searches, { minLength: 1, maxLength: 1 }).map(([one = {}]) => one);
    assert(
      property(searches, shown, (search, elsewhere) => {
        const opened = searchOf(save(search), elsewhere);
        expect(requestReport(opened, today)).toEqual(requestReport(search, today));
        for (const name of ['layout', 'shade', 'countBy', 'formats'] as const)
          expect(opened[name]).toEqual(search[name]);
      }),
    );
  });

  it('stores the dates of a custom range, and the name of a named range', () => {
    expect(save({ range: '2026-10-01..2026-10-07' })).toMatchObject({ from: '2026-10-01', to: '2026-10-07' });
    expect(save({ range: 'last-7-days' })).not.toHaveProperty('from');
    expect(save({ range: 'last-7-days' })).toHaveProperty('range', 'last-7-days');
    expect(save({})).not.toHaveProperty('to');
  });

  it('stores no dates if the range is invalid', () => {
    expect(save({ range: 'last-century' })).not.toHaveProperty('from');
  });

  it('does not store sorting by change if the comparison is invalid', () => {
    expect(question({ compare: 'nothing', order: 'change' }).error).toBeUndefined();
    expect(save({ compare: 'nothing', order: 'change' })).not.toHaveProperty('order');
  });

  it('stores the steps of a drill-down as filters', () => {
    const inside = { by: 'offer', path: [{ by: 'campaign', values: ['c1'] }] };
    expect(searchOf(save(inside), {})).toEqual({
      range: 'today',
      by: 'offer',
      metrics: requestReport({}, today).metrics.join(),
      filters: [{ field: 'campaign', op: 'is', values: ['c1'] }],
    });
  });

  it('opens with the range that is shown if it was saved without one', () => {
    expect(searchOf({ dimensions: ['os'] }, { range: 'yesterday', chart: 'roi' }, 'id')).toEqual({
      range: 'yesterday',
      by: 'os',
      saved: 'id',
    });
  });

  it('ignores unknown and invalid fields when it is opened', () => {
    const later = { dimensions: 'country', filters: 'x', sortBy: 7, from: 1, compare: 5, later: true };
    expect(searchOf(later, { range: 'yesterday' })).toEqual({ range: 'yesterday' });
  });
});
