import type { Mail } from '../../platform/mail.ts';
import { html, type Content, type Html } from '../../platform/html.ts';
import type { PresentedView, ViewTotal } from '../reports/present-report-view.ts';
import { csvTooLarge, formatRowCount, type ReportMessage } from './report-message.ts';

const chartId = 'chart@waypost';
// Mail clients ignore style sheets, so every element has its own style.
const cell = 'padding:4px 10px;border-bottom:1px solid #dde1e6;font-size:14px;';
const figure = `${cell}text-align:right;white-space:nowrap;`;
const heading = 'background:#f3f5f7;font-weight:600;';
const quiet = 'color:#5a6470;font-size:13px;';
const table = 'border-collapse:collapse;margin:12px 0;';

export function writeReportMail(message: ReportMessage, to: string): Mail {
  const { id, view, chart, csv } = message;
  return {
    id,
    to,
    subject: `${view.name}: ${view.range}`,
    text: writeText(message),
    html: writeHtml(message),
    attachments: [
      ...(chart === undefined
        ? []
        : [{ name: 'chart.png', content: chart, type: 'image/png', shownAs: chartId }]),
      ...(csv === undefined ? [] : [{ ...csv, type: 'text/csv; charset=utf-8' }]),
    ],
  };
}

function writeText({ view, isCsvTooLarge, panelLink, sender }: ReportMessage): string {
  return [
    view.name,
    ...describe(view),
    '',
    ...view.totals.map(
      ({ label, text, change }) => `${label}: ${text}${change === undefined ? '' : ` (${change.text})`}`,
    ),
    '',
    formatRowCount(view),
    ...view.rows.map(
      (row) => `- ${row.map((text, at) => `${view.columns[at]?.label ?? ''}: ${text}`).join(', ')}`,
    ),
    ...(isCsvTooLarge ? ['', csvTooLarge] : []),
    '',
    `Open the report: ${panelLink}`,
    '',
    explainSender(view, sender),
    '',
  ].join('\n');
}

function describe({ workspace, range, timezone, compared, filters }: PresentedView): string[] {
  return [
    `Workspace: ${workspace}`,
    `Time range: ${range}. Time zone: ${timezone}.`,
    ...(compared === undefined ? [] : [`Compared with ${compared}.`]),
    ...filters.map((filter) => `Filter: ${filter}`),
  ];
}

function explainSender({ workspace }: PresentedView, sender: string): string {
  return `You receive this email because ${sender} scheduled this report in the workspace "${workspace}". To stop it, ask a member of the workspace to change the recipients of the schedule (Reports > Saved reports > Schedule).`;
}

function writeHtml({ view, chart, isCsvTooLarge, panelLink, sender }: ReportMessage): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${view.name}</title>
      </head>
      <body
        style="margin:0;padding:16px;background:#ffffff;color:#1c2024;font-family:system-ui,-apple-system,'Segoe UI',sans-serif;"
      >
        <h1 style="margin:0 0 8px;font-size:20px;">${view.name}</h1>
        ${describe(view).map((line) => html`<p style="margin:0;${quiet}">${line}</p>`)}
        <table style="${table}" role="presentation">
          ${view.totals.map(writeTotal)}
        </table>
        ${
          chart === undefined
            ? undefined
            : html`<p style="margin:0;${quiet}">${view.chart?.title}</p>
                <img
                  src="cid:${chartId}"
                  alt="Chart: ${view.chart?.title}"
                  width="640"
                  style="max-width:100%;height:auto;"
                />`
        }
        <p style="margin:12px 0 0;${quiet}">${formatRowCount(view)}</p>
        ${view.rows.length === 0 ? undefined : writeTable(view)}
        ${isCsvTooLarge ? html`<p>${csvTooLarge}</p>` : undefined}
        <p><a href="${panelLink}" style="color:#0b57c4;">Open the report</a></p>
        <p style="${quiet}">${explainSender(view, sender)}</p>
      </body>
    </html> `.text;
}

function writeTotal({ label, text, change }: ViewTotal): Html {
  return html`<tr>
    <td style="${cell}">${label}</td>
    <td style="${figure}font-weight:600;">${text}</td>
    <td style="${figure}${quiet}">${change?.text}</td>
  </tr>`;
}

function writeTable({ columns, rows }: PresentedView): Html {
  const styleOf = (at: number) => (columns[at]?.isFigure === true ? figure : cell);
  const row = (texts: readonly string[], more = ''): Content =>
    html`<tr>
      ${texts.map((text, at) => html`<td style="${styleOf(at)}${more}">${text}</td>`)}
    </tr>`;
  return html`<table style="${table}">
    ${row(
      columns.map(({ label }) => label),
      heading,
    )}${rows.map((texts) => row(texts))}
  </table>`;
}
