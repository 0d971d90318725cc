import type { PresentedView } from '../reports/present-report-view.ts';
import { csvTooLarge, formatRowCount, type ReportMessage } from './report-message.ts';

// Telegram counts characters after the markup has been read. These limits count all of them, to be safe.
export const textMax = 4_096;
export const captionMax = 1_024;
const totalsMax = 12;
const figuresMax = 3;
// A phone shows about 40 characters in a line.
const [nameWidth, partWidth] = [18, 11];

// Writes the message in Telegram's HTML. Rows that do not fit are left out.
export function writeTelegramText({ view, isCsvTooLarge, panelLink }: ReportMessage): string {
  const head = [
    `<b>${escape(view.name)}</b>`,
    escape(view.range),
    ...(view.compared === undefined ? [] : [escape(`Compared with ${view.compared}`)]),
    ...view.filters.map((filter) => escape(filter)).slice(0, 10),
  ];
  const totals = view.totals
    .slice(0, totalsMax)
    .map(({ label, text, change }) => [label, text, change?.text ?? '']);
  const end = [
    formatRowCount(view),
    ...(isCsvTooLarge ? [csvTooLarge] : []),
    `<a href="${escape(panelLink)}">Open the report</a>`,
  ];
  const write = (rows: string[][]) =>
    [...head, preformatted(totals), ...(rows.length <= 1 ? [] : [preformatted(rows)]), ...end].join('\n');
  let rows = listRows(view);
  while (write(rows).length > textMax && rows.length > 0) rows = rows.slice(0, -1);
  const text = write(rows);
  return text.length <= textMax ? text : [head[0] ?? '', ...end].join('\n');
}

export function writeTelegramCaption({ view }: ReportMessage): string {
  return `${view.name}\n${view.chart?.title ?? ''}\n${view.range}`.slice(0, captionMax);
}

// Returns the header and the rows, with the names in one column and the first figures.
function listRows({ columns, rows }: PresentedView): string[][] {
  const names = columns.filter(({ isFigure }) => !isFigure).length;
  if (names === 0) return [];
  const all = [columns.map(({ label }) => label), ...rows];
  return all.map((texts) => [joinNames(texts.slice(0, names)), ...texts.slice(names, names + figuresMax)]);
}

function joinNames(texts: readonly string[]): string {
  const width = texts.length === 1 ? nameWidth : partWidth;
  return texts.map((text) => shorten(text, width)).join(' / ');
}

// Aligns the first column on the left and all others on the right.
function preformatted(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => lengthOf(row[at] ?? ''))));
  const lines = rows.map((row) =>
    row
      .map((text, at) => {
        const space = ' '.repeat((widths[at] ?? 0) - lengthOf(text));
        return at === 0 ? text + space : space + text;
      })
      .join('  ')
      .trimEnd(),
  );
  return `<pre>${escape(lines.join('\n'))}</pre>`;
}

function shorten(text: string, width: number): string {
  const characters = Array.from(text);
  return characters.length <= width ? text : `${characters.slice(0, width - 1).join('')}…`;
}

function lengthOf(text: string): number {
  return Array.from(text).length;
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
