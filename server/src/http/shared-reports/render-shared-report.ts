import type { PresentedView, ViewTotal } from '../../services/reports/present-report-view.ts';
import { html, type Content, type Html } from '../../platform/html.ts';
import { renderChart } from './render-chart.ts';

type Links = {
  stylesheet: string;
  // URL of the CSV file. Undefined if the link does not allow downloads.
  file: string | undefined;
  pageOf: (firstRow: number) => string;
  rowsPerPage: number;
  expiresAt: Date;
};

// Renders the page of a share link. It has no scripts and loads nothing but its stylesheet.
export function renderSharedReport(view: PresentedView, links: Links): string {
  const { name, workspace, range, timezone, filters, compared } = view;
  return renderDocument(
    name,
    links.stylesheet,
    html`<header>
        <p class="workspace">${workspace}</p>
        <h1>${name}</h1>
        <p>${range} · Time zone: ${timezone}</p>
        ${compared === undefined ? undefined : html`<p>Totals compared with ${compared}.</p>`}
        ${
          filters.length === 0
            ? undefined
            : html`<ul class="filters" aria-label="Filters">
                ${filters.map((filter) => html`<li>${filter}</li>`)}
              </ul>`
        }
        ${links.file === undefined ? undefined : html`<p><a class="button" href="${links.file}" download>Download CSV</a></p>`}
      </header>
      <main>
        ${view.chart === undefined ? undefined : renderChart(view.chart, { now: range, before: compared ?? 'Previous period' })}
        ${renderTable(view)} ${renderPages(view, links)}
      </main>
      <footer>
        <p>
          Read-only report, shared from Waypost. This link works until
          ${formatMoment(links.expiresAt, timezone)}.
        </p>
      </footer>`,
  );
}

export function renderMessage(title: string, text: string, stylesheet: string): string {
  return renderDocument(
    title,
    stylesheet,
    html`<main>
      <h1>${title}</h1>
      <p>${text}</p>
    </main>`,
  );
}

function renderDocument(title: string, stylesheet: string, body: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="stylesheet" href="${stylesheet}" />
      </head>
      <body>
        ${body}
      </body>
    </html> `.text;
}

function renderTable({ columns, rows, totals, totalRows }: PresentedView): Html {
  const cell = (text: Content, at: number) =>
    columns[at]?.isFigure === true ? html`<td class="figure">${text}</td>` : html`<td>${text}</td>`;
  const dimensions = columns.length - totals.length;
  return html`<div class="table" role="region" aria-label="Rows" tabindex="0">
    <table>
      <thead>
        <tr>
          ${columns.map(({ label, isFigure }) => html`<th scope="col" ${isFigure ? html` class="figure"` : undefined}>${label}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${row.map(cell)}
            </tr>`,
        )}
        ${
          totalRows === 0
            ? html`<tr>
                <td colspan="${columns.length}">No data in this time range.</td>
              </tr>`
            : undefined
        }
      </tbody>
      <tfoot>
        <tr>
          ${dimensions === 0 ? undefined : html`<th scope="row" colspan="${dimensions}">Total</th>`}${totals.map((total) => html`<td class="figure">${renderTotal(total)}</td>`)}
        </tr>
      </tfoot>
    </table>
  </div>`;
}

function renderTotal({ text, change }: ViewTotal): Content {
  if (change === undefined) return text;
  return html`${text} <span class="change">${change.text}</span>`;
}

function renderPages({ rows, firstRow, totalRows }: PresentedView, { rowsPerPage, pageOf }: Links): Html {
  const last = firstRow + rows.length;
  const shown =
    rows.length === 0 ? 'No rows' : `Rows ${count(firstRow + 1)}–${count(last)} of ${count(totalRows)}`;
  return html`<nav aria-label="Pages">
    <span>${shown}</span>
    ${firstRow === 0 ? undefined : html`<a href="${pageOf(Math.max(0, firstRow - rowsPerPage))}">Previous</a>`}
    ${last >= totalRows || rows.length === 0 ? undefined : html`<a href="${pageOf(last)}">Next</a>`}
  </nav>`;
}

function count(amount: number): string {
  return amount.toLocaleString('en');
}

function formatMoment(moment: Date, timezone: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    dateStyle: 'medium',
    timeStyle: 'short',
  }).format(moment);
}
