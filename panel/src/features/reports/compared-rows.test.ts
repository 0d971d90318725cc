import { describe, expect, it } from 'vitest';
import type { PanelReport, PanelReportDefinition } from '../../lib/api/api.ts';
import type { ReportRow } from '../../lib/reports/compare-rows.ts';
import { orderOf, readBoth, sortRows } from './compared-rows.ts';

type Values = Record<string, string | number | null>;

/** Returns a mock report API that has rows for two periods and records its requests. */
function serve(now: Values[], before: Values[]) {
  const requests: PanelReportDefinition[] = [];
  const fetchReport = async (request: PanelReportDefinition) => {
    requests.push(request);
    const all = request.from === period.from ? before : now;
    const { offset = 0, limit = 1 } = request;
    const rows = all.slice(offset, offset + limit);
    const labels = {
      campaign: Object.fromEntries(rows.map(({ campaign }) => [campaign, `Name ${campaign}`])),
    };
    const meta = {
      hasMore: offset + rows.length < all.length,
      labels,
      ...(request.totals === true ? { totals: { visits: all.length } } : {}),
    };
    return { rows, meta } as unknown as PanelReport;
  };
  return { requests, fetchReport };
}

const period = { from: '2026-11-10', to: '2026-11-10' };
const definition: PanelReportDefinition = {
  from: '2026-11-17',
  to: '2026-11-17',
  dimensions: ['campaign'],
  metrics: ['visits', 'cost'],
};
const many = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ campaign: `c${at}`, visits: count - at, cost: 1 }));

describe('readBoth', () => {
  it('pairs the rows of both periods, including rows that exist in only one of them', async () => {
    const { fetchReport } = serve(
      [{ campaign: 'a', visits: 5, cost: 1 }],
      [
        { campaign: 'a', visits: 3, cost: 2 },
        { campaign: 'gone', visits: 2, cost: 1 },
      ],
    );
    const { rows, labels, totalsBefore, isPartly } = await readBoth(fetchReport, definition, period);
    expect(
      rows.map(({ values, before }) => [values['campaign'], values['visits'], before?.['visits']]),
    ).toEqual([
      ['a', 5, 3],
      ['gone', 0, 2],
    ]);
    expect(labels['campaign']).toEqual({ a: 'Name a', gone: 'Name gone' });
    expect([totalsBefore, isPartly]).toEqual([{ visits: 2 }, false]);
  });

  it('reads page by page with the largest rows first, and totals only once per period', async () => {
    const { fetchReport, requests } = serve(many(2_500), []);
    const { rows, isPartly } = await readBoth(fetchReport, definition, period);
    expect([rows.length, isPartly]).toEqual([2_500, false]);
    const ofNow = requests.filter(({ from }) => from === definition.from);
    expect(ofNow.map(({ offset, totals }) => [offset, totals])).toEqual([
      [undefined, true],
      [1_000, undefined],
      [2_000, undefined],
    ]);
    for (const { sortBy, sortDir, limit } of requests)
      expect([sortBy, sortDir, limit]).toEqual(['visits', 'desc', 1_000]);
  });

  it('stops at 5,000 rows and reports the comparison as incomplete', async () => {
    const { fetchReport, requests } = serve(many(5_001), many(1));
    const { rows, isPartly } = await readBoth(fetchReport, definition, period);
    expect([rows.length, isPartly, requests.length]).toEqual([5_000, true, 6]);
    expect((await readBoth(serve(many(5_000), []).fetchReport, definition, period)).isPartly).toBe(false);
  });

  it('applies metric filters only to the current period, and computes totals from the rows shown', async () => {
    const { fetchReport, requests } = serve(
      [{ campaign: 'a', visits: 50, cost: 1 }],
      [
        { campaign: 'a', visits: 3, cost: 2 },
        { campaign: 'small', visits: 2, cost: 1 },
      ],
    );
    const filters: NonNullable<PanelReportDefinition['filters']> = [
      { field: 'visits', op: 'gt', values: [10] },
      { field: 'country', op: 'is', values: ['DE'] },
    ];
    const found = await readBoth(fetchReport, { ...definition, filters }, period);
    expect(requests.map((request) => request.filters?.map(({ field }) => field))).toEqual([
      ['visits', 'country'],
      ['country'],
    ]);
    expect(found.rows.map(({ values }) => values['campaign'])).toEqual(['a']);
    expect(found.totalsBefore).toEqual({ visits: 3, cost: 2 });
  });
});

describe('orderOf', () => {
  it.each<[string, Partial<PanelReportDefinition>, { by: string; isDown: boolean }]>([
    ['the requested column', { sortBy: 'cost', sortDir: 'asc' }, { by: 'cost', isDown: false }],
    ['the first metric, largest first', {}, { by: 'visits', isDown: true }],
    ['time, oldest first', { dimensions: ['weekday', 'campaign'] }, { by: 'weekday', isDown: false }],
    ['nothing without metrics', { metrics: [] }, { by: '', isDown: true }],
  ])('sorts by %s', (_, change, expected) => {
    expect(orderOf({ ...definition, ...change })).toEqual(expected);
  });
});

describe('sortRows', () => {
  const row = (campaign: string | null, visits: number | null, was?: number | null): ReportRow => ({
    id: String(campaign),
    values: { campaign, visits },
    before: was === undefined ? undefined : { campaign, visits: was },
  });
  const idsOf = (rows: readonly ReportRow[]) => rows.map(({ id }) => id);
  const labels = { campaign: { a: 'Zebra', b: 'apple', c: 'Berry 10', d: 'Berry 9' } };
  const found = { rows: [row('a', 1), row('b', 2), row('c', 3), row(null, 9), row('d', 4)], labels };

  it('sorts records by name, and unknown ones last in both directions', () => {
    const sort = (isDown: boolean) => idsOf(sortRows(found, { by: 'campaign', isDown, order: undefined }));
    expect(sort(false)).toEqual(['b', 'd', 'c', 'a', 'null']);
    expect(sort(true)).toEqual(['a', 'c', 'd', 'b', 'null']);
  });

  it('sorts metrics by value, or by change if requested', () => {
    const rows = [row('a', 10, 1), row('b', 50, 49), row('c', 5, 90), row('d', 7), row('e', null, 3)];
    const sort = (order: 'change' | undefined, isDown: boolean) =>
      idsOf(sortRows({ rows, labels: {} }, { by: 'visits', isDown, order }));
    expect(sort(undefined, true)).toEqual(['b', 'a', 'd', 'c', 'e']);
    expect(sort('change', true)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(sort('change', false)).toEqual(['c', 'b', 'a', 'd', 'e']);
  });

  it('ignores sorting by change for a dimension, and does not reorder the given rows in place', () => {
    const before = idsOf(found.rows);
    const order = { by: 'campaign', isDown: false, order: 'change' as const };
    expect(idsOf(sortRows(found, order))).toEqual(['b', 'd', 'c', 'a', 'null']);
    expect(idsOf(found.rows)).toEqual(before);
  });
});
