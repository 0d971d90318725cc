import { describe, expect, it } from 'vitest';
import { dayOf, formatComparison, formatPeriod, formatRows } from './format-report.ts';
import type { Report } from './report.ts';

describe('formatRows', () => {
  const rows = (count: number) => Array.from({ length: count }, () => ({})) as unknown as Report['rows'];
  const report = (count: number, totalRows: number | undefined, more: Partial<Report> = {}) => ({
    rows: rows(count),
    meta: (totalRows === undefined ? undefined : { totalRows }) as Report['meta'],
    period: undefined,
    isPartly: false,
    ...more,
  });

  it.each([
    [0, undefined, '0 rows.'],
    [1, 1, '1 row.'],
    [200, 1_234, '1,234 rows.'],
    // Rows that were added after the first page was loaded are counted.
    [201, 200, '201 rows.'],
    [200, 5_000, '5,000 rows.'],
    [200, 5_001, '5,001 rows. The first 5,000 are shown; export to get all of them.'],
  ])('formats %d loaded rows of %s as "%s"', (count, total, text) => {
    expect(formatRows(report(count, total), 'visits')).toBe(text);
  });

  it('explains an incomplete comparison and names the metric that ranks the compared rows', () => {
    const period = { from: '2026-11-01', to: '2026-11-02' };
    const text = formatRows(report(2, 9_000, { period, isPartly: true }), 'cost');
    expect(text).toMatch(/^2 rows\. Compares the top 5,000 rows from each period by Cost\./);
    expect(formatRows(report(2, 2, { period }), 'cost')).toBe('2 rows.');
  });
});

describe('formatPeriod', () => {
  it.each([
    ['2026-11-17', '2026-11-17', 'Compared with 17 Nov 2026.'],
    ['2026-11-16', '2026-11-17', 'Compared with 16 Nov 2026 – 17 Nov 2026.'],
    ['2026-11-17', '2026-11-17 09:30:15', 'Compared with 17 Nov 2026, up to 09:30.'],
  ])('formats %s to %s as "%s"', (from, to, text) => {
    expect(formatPeriod({ from, to })).toBe(text);
    expect(dayOf(to)).toHaveLength(10);
  });
});

it('formatComparison names a comparison, and formats a date range as "custom dates"', () => {
  expect(formatComparison('before')).toBe('previous period');
  expect(formatComparison('year')).toBe('one year earlier');
  expect(formatComparison('2026-10-01..2026-10-07')).toBe('custom dates');
});
