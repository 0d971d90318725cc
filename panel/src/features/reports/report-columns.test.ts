import { metricIds } from '@waypost/contract/reports/report-metrics.ts';
import { describe, expect, it } from 'vitest';
import { metricLabel } from '../../lib/reports/metric-labels.ts';
import { reportColumns, reportTotals } from './report-columns.tsx';
import type { TableReportRow } from './tree-rows.ts';

const options = {
  labels: {},
  currency: 'EUR',
  isTree: false,
  shade: undefined,
  rows: undefined,
  totals: undefined,
  isRunning: () => false,
};
const row: TableReportRow = {
  id: '1',
  level: 0,
  keys: ['c1', 'DE'],
  values: { campaign: 'c1', country: 'DE', visits: 7, roi: null },
  before: undefined,
};

describe('reportColumns', () => {
  it('lists dimensions before metrics, all sorted by the server', () => {
    const columns = reportColumns(['campaign', 'country'], ['roi', 'visits'], options);
    expect(columns.map(({ id, isFigure = false }) => [id, isFigure])).toEqual([
      ['campaign', false],
      ['country', false],
      ['roi', true],
      ['visits', true],
    ]);
    expect(columns.every(({ isServerSort }) => isServerSort === true)).toBe(true);
  });

  it('identifies rows by all dimensions, and always shows the first one', () => {
    const columns = reportColumns(['campaign', 'country', 'os'], ['visits'], options);
    expect(columns.map(({ isKey = false }) => isKey)).toEqual([false, true, true, false]);
  });

  it('has one column for all levels of a tree', () => {
    const labels = { campaign: { c1: 'Spring' } };
    const [first, ...rest] = reportColumns(['campaign', 'country'], ['visits'], {
      ...options,
      labels,
      isTree: true,
    });
    expect([first?.id, first?.label, rest.length]).toEqual(['campaign', 'Campaign › Country', 1]);
    expect([first?.value(row), first?.value({ ...row, level: 1 })]).toEqual(['Spring', 'Germany']);
    expect(first?.value({ ...row, note: 'Loading…' })).toBe('Loading…');
  });

  it('makes columns wide enough for their values', () => {
    const widthOf = (values: TableReportRow['values']) =>
      reportColumns(['campaign'], ['revenue'], { ...options, rows: [{ ...row, values }] }).map(
        ({ widthPx }) => widthPx,
      );
    const [name = 0, revenue = 0] = widthOf({ campaign: 'A', revenue: 1 });
    const [longName = 0, longRevenue = 0] = widthOf({ campaign: 'A'.repeat(35), revenue: 1e9 });
    expect(longName).toBeGreaterThan(name);
    expect(longRevenue).toBeGreaterThan(revenue);
  });

  it('uses names instead of IDs, and keeps numbers as sort values', () => {
    const labels = { campaign: { c1: 'Spring' } };
    const columns = reportColumns(['campaign', 'country', 'os'], ['visits', 'roi'], { ...options, labels });
    expect(columns.map(({ value }) => value(row))).toEqual(['Spring', 'Germany', 'Unknown', 7, null]);
  });

  it('makes columns wide enough for the label of every metric', () => {
    for (const { id, label, widthPx } of reportColumns([], metricIds, options)) {
      expect(label, id).toBe(metricLabel(id as 'visits'));
      expect(widthPx, id).toBeGreaterThanOrEqual(label.length * 8 + 36);
    }
  });

  it('shades shares only for metrics that add up', () => {
    const shaded = reportColumns([], ['visits', 'roi'], { ...options, shade: 'share' as const, rows: [row] });
    const plain = reportColumns([], ['visits', 'roi'], options);
    const typeOf = (columns: typeof plain) =>
      columns.map(({ cell }) => (cell?.(row) as { type?: { name: string } } | undefined)?.type?.name);
    expect(typeOf(shaded)).toEqual(['ShadedCell', 'MetricCell']);
    expect(typeOf(plain)).toEqual(['MetricCell', 'MetricCell']);
  });
});

describe('reportTotals', () => {
  const cellOf = (totals: ReturnType<typeof reportTotals>, id: string) =>
    (totals[id] as { props: { value: number | null; before: number | null | undefined } }).props;

  it('shows previous values only if the previous period is known', () => {
    const both = { totals: { visits: 7 }, before: { visits: 5 }, currency: 'EUR' };
    const compared = reportTotals('campaign', ['visits', 'roi'], both);
    expect(compared['campaign']).toBe('Total');
    expect(cellOf(compared, 'visits')).toMatchObject({ value: 7, before: 5 });
    expect(cellOf(compared, 'roi')).toMatchObject({ value: null, before: null });
    const alone = reportTotals('campaign', ['visits'], { ...both, before: undefined });
    expect(cellOf(alone, 'visits').before).toBeUndefined();
  });
});
