import { describe, expect, it } from 'vitest';
import type { PresentedView } from '../reports/present-report-view.ts';
import type { ReportMessage } from './report-message.ts';
import { captionMax, textMax, writeTelegramCaption, writeTelegramText } from './write-telegram-text.ts';

const view: PresentedView = {
  name: 'A & <B>',
  workspace: 'W',
  range: 'Yesterday (18 Nov 2026)',
  timezone: 'UTC',
  filters: [],
  compared: '17 Nov 2026',
  columns: [
    { label: 'Country', isFigure: false },
    { label: 'Visits', isFigure: true },
    { label: 'Cost', isFigure: true },
  ],
  rows: [
    ['Germany', '1,200', '$3.00'],
    ['A country with a very long name', '7', '$0.10'],
  ],
  totals: [
    { label: 'Visits', text: '1,207', change: { direction: 'up', text: '+3.0%' } },
    { label: 'Cost', text: '$3.10' },
  ],
  firstRow: 0,
  totalRows: 2,
  chart: undefined,
};
const message = (change: Partial<PresentedView> = {}): ReportMessage => ({
  id: 'm',
  view: { ...view, ...change },
  chart: undefined,
  csv: undefined,
  isCsvTooLarge: false,
  panelLink: 'https://panel.example.com/reports?ws=w&saved=r',
  sender: 'anna@example.com',
});

describe('writeTelegramText', () => {
  it('aligns totals and rows in monospace text, and escapes markup', () => {
    expect(writeTelegramText(message())).toBe(
      [
        '<b>A &amp; &lt;B&gt;</b>',
        'Yesterday (18 Nov 2026)',
        'Compared with 17 Nov 2026',
        '<pre>Visits  1,207  +3.0%',
        'Cost    $3.10</pre>',
        '<pre>Country             Visits   Cost',
        'Germany              1,200  $3.00',
        'A country with a …       7  $0.10</pre>',
        '2 rows.',
        '<a href="https://panel.example.com/reports?ws=w&amp;saved=r">Open the report</a>',
      ].join('\n'),
    );
  });

  it('keeps within the limit of Telegram, whatever the names and numbers are', () => {
    const long = '<&>'.repeat(200);
    const texts = [
      message({ name: long.slice(0, 160), filters: Array.from({ length: 20 }, () => long.slice(0, 200)) }),
      message({ rows: Array.from({ length: 500 }, () => ['<'.repeat(60), '1', '2']) }),
      message({ rows: [], totalRows: 0, columns: [{ label: 'Visits', isFigure: true }] }),
    ].map(writeTelegramText);
    for (const text of texts) expect(text.length).toBeLessThanOrEqual(textMax);
    for (const text of texts) expect(text).toContain('Open the report');
    expect(texts[2]).toContain('No data in this time range.');
  });

  it('has a caption within the limit of Telegram', () => {
    expect(writeTelegramCaption(message({ name: 'x'.repeat(2_000) }))).toHaveLength(captionMax);
  });
});
