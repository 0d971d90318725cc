import { metricIds } from '@waypost/contract/reports/report-metrics.ts';
import { describe, expect, it } from 'vitest';
import type { ReportRow } from '../../lib/reports/compare-rows.ts';
import { metricLabel } from '../../lib/reports/metric-labels.ts';
import { reportColumns, reportTotals } from './report-columns.tsx';

const options = { labels: {}, currency: 'EUR', shade: undefined, rows: undefined, totals: undefined };
const row: ReportRow = {
  id: '1',
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
    const shaded = reportColumns([], ['visits', 'roi'], { ...options, shade: 'share', rows: [row] });
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
