import { describe, expect, it } from 'vitest';
import type { PresentedView } from '../../services/reports/present-report-view.ts';
import { renderMessage, renderSharedReport } from './render-shared-report.ts';

const hostile = `"><script>alert('x')</script>`;
const view: PresentedView = {
  name: hostile,
  workspace: hostile,
  range: 'Today',
  timezone: 'Europe/Berlin',
  filters: [`Country is ${hostile}`],
  compared: '17 Nov 2026',
  columns: [
    { label: hostile, isFigure: false },
    { label: 'Visits', isFigure: true },
  ],
  rows: [[hostile, '3']],
  totals: [{ label: 'Visits', text: '3', change: { direction: 'up', text: '+50.0%' } }],
  firstRow: 100,
  totalRows: 250,
  chart: {
    title: hostile,
    layout: {
      width: 640,
      height: 220,
      line: [[[56, 12]]],
      before: [],
      ticks: [{ y: 12, text: '1' }],
      dates: [{ x: 56, text: '16 Nov' }],
      left: 56,
      right: 620,
    },
  },
};
const links = {
  stylesheet: '/shared.css',
  file: undefined,
  pageOf: (row: number) => `/shared/t?row=${row}`,
  rowsPerPage: 100,
  expiresAt: new Date('2026-12-01T22:59:00Z'),
};

describe('renderSharedReport', () => {
  const page = renderSharedReport(view, links);

  it('escapes names wherever they are shown', () => {
    expect(page).not.toContain('<script');
    expect(page.split('&lt;script&gt;')).toHaveLength(8 + 1);
  });

  it('has the totals with their change, links to other rows, and its end in the time zone', () => {
    expect(page).toContain('<td class="figure">3 <span class="change">+50.0%</span></td>');
    expect(page).toContain('href="/shared/t?row=0"');
    expect(page).toContain('href="/shared/t?row=101"');
    expect(page).toContain('Rows 101–101 of 250');
    expect(page).toContain('1 Dec 2026, 23:59');
  });

  it('explains the line of the comparison period, if there is one', () => {
    expect(page).not.toContain('aria-label="Legend"');
    const { chart } = view;
    if (chart === undefined) throw new Error('the view has no chart');
    const compared = { ...chart, layout: { ...chart.layout, before: chart.layout.line } };
    const legend = renderSharedReport({ ...view, chart: compared }, links).split('aria-label="Legend"')[1];
    expect(legend).toMatch(/class="line"[^]*Today[^]*class="before"[^]*17 Nov 2026/);
  });

  it('offers a file only if the link allows it', () => {
    expect(page).not.toContain('Download');
    expect(renderSharedReport(view, { ...links, file: '/shared/t/report.csv' })).toContain(
      '<a class="button" href="/shared/t/report.csv" download>',
    );
  });

  it('says that there are no rows', () => {
    const empty = renderSharedReport({ ...view, rows: [], totalRows: 0, firstRow: 0 }, links);
    expect(empty).toContain('No data in this time range.');
    expect(empty).not.toContain('?row=');
  });
});

it('renderMessage is not indexed', () => {
  expect(renderMessage('Title', 'Text', '/shared.css')).toMatch(
    /<meta name="robots" content="noindex, nofollow"/,
  );
});
