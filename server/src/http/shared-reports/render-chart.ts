import type { PresentedView } from '../../services/reports/present-report-view.ts';
import { html, type Html } from '../../platform/html.ts';

type Chart = NonNullable<PresentedView['chart']>;

// Names of the periods whose lines the chart shows.
type Periods = { now: string; before: string };

export function renderChart({ title, layout }: Chart, periods: Periods): Html {
  const { width, height, line, before, ticks, dates, left, right } = layout;
  return html`<figure>
    <figcaption>${title}${before.length === 0 ? undefined : renderLegend(periods)}</figcaption>
    <svg viewBox="0 0 ${width} ${height}" role="img" aria-label="Chart: ${title}">
      ${ticks.map(({ y, text }) => html`<path class="grid" d="M${left} ${y}H${right}" /><text x="${left - 8}" y="${y + 4}" text-anchor="end">${text}</text>`)}
      ${dates.map(({ x, text }) => html`<text x="${x}" y="${height - 8}" text-anchor="middle">${text}</text>`)}
      ${before.map((points) => html`<path class="before" d="${pathOf(points)}" />`)}
      ${line.map((points) => html`<path class="line" d="${pathOf(points)}" />`)}
    </svg>
  </figure>`;
}

function renderLegend({ now, before }: Periods): Html {
  return html`<ul class="legend" aria-label="Legend">
    <li>${renderKey('line')} ${now}</li>
    <li>${renderKey('before')} ${before}</li>
  </ul>`;
}

function renderKey(name: string): Html {
  return html`<svg class="key" viewBox="0 0 24 8" aria-hidden="true">
    <path class="${name}" d="M0 4H24" />
  </svg>`;
}

// Draws a line, or a dot for a single point, which is a line of no length with round ends.
function pathOf(points: Chart['layout']['line'][number]): string {
  const [[x, y] = [0, 0], ...rest] = points;
  return `M${x} ${y}${rest.length === 0 ? 'h0' : rest.map(([nextX, nextY]) => `L${nextX} ${nextY}`).join('')}`;
}
