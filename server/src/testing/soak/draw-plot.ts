import type { Point } from './judge-flatness.ts';

type Line = { label: string; points: readonly Point[] };

type Plot = {
  title: string;
  unit: string;
  lines: readonly Line[];
  // Start of the part that is judged.
  judgedFromSeconds: number;
};

const width = 760;
const area = { left: 56, right: 740, top: 62, bottom: 268 };
const colors = ['#3b82f6', '#e8590c', '#0ca678', '#9c5fd6', '#d6336c', '#b8860b', '#868e96'];
const minuteSeconds = 60;

// Draws lines over minutes as an SVG file. Text and grid follow the color scheme of the reader; the colors of the lines
// are readable on white and on black.
export function drawPlot({ title, unit, lines, judgedFromSeconds }: Plot): string {
  const points = lines.flatMap((line) => line.points);
  const ticks = chooseTicks(Math.max(0, ...points.map(({ value }) => value)));
  const top = ticks.at(-1) ?? 1;
  const end = Math.max(1, ...points.map(({ seconds }) => seconds));
  const x = (seconds: number) => area.left + (seconds / end) * (area.right - area.left);
  const y = (value: number) => area.bottom - (value / top) * (area.bottom - area.top);
  const labelWidth = Math.min(120, Math.floor((width - 8) / Math.max(1, lines.length)));
  const label = escapeText(`${title} (${unit})`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 300" width="${width}" height="300" role="img" aria-label="${label}">`,
    '<style>text{font:12px system-ui,sans-serif;fill:#495057}.title{font-weight:600;font-size:14px}.grid{stroke:#8884}.judged{fill:#8882}polyline{fill:none;stroke-width:1.5;stroke-linejoin:round}@media(prefers-color-scheme:dark){text{fill:#ced4da}}</style>',
    `<text class="title" x="8" y="20">${label}</text>`,
    `<rect class="judged" x="${round(x(judgedFromSeconds))}" y="${area.top}" width="${round(area.right - x(judgedFromSeconds))}" height="${area.bottom - area.top}"/>`,
    ...ticks.map(
      (tick) =>
        `<line class="grid" x1="${area.left}" x2="${area.right}" y1="${round(y(tick))}" y2="${round(y(tick))}"/><text x="${area.left - 6}" y="${round(y(tick) + 4)}" text-anchor="end">${tick.toLocaleString('en-US')}</text>`,
    ),
    ...chooseTicks(end / minuteSeconds, 6)
      .filter((minutes) => minutes * minuteSeconds <= end)
      .map(
        (minutes) =>
          `<text x="${round(x(minutes * minuteSeconds))}" y="${area.bottom + 18}" text-anchor="middle">${minutes} min</text>`,
      ),
    ...lines.flatMap((line, index) => drawLine(line, index, { x, y, labelWidth })),
    '</svg>\n',
  ].join('\n');
}

type Scale = { x: (seconds: number) => number; y: (value: number) => number; labelWidth: number };

function drawLine({ label, points }: Line, index: number, { x, y, labelWidth }: Scale): string[] {
  const color = colors[index % colors.length];
  const left = 8 + index * labelWidth;
  const corners = points.map(({ seconds, value }) => `${round(x(seconds))},${round(y(value))}`).join(' ');
  return [
    `<rect x="${left}" y="36" width="12" height="4" fill="${color}"/><text x="${left + 17}" y="42">${escapeText(label)}</text>`,
    `<polyline stroke="${color}" points="${corners}"/>`,
  ];
}

// Returns ticks from 0 to the first one that is not below the maximum, at steps of 1, 2 or 5 times a power of ten.
export function chooseTicks(maximum: number, count = 4): number[] {
  const least = maximum > 0 ? maximum / count : 1 / count;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= least * (1 - 1e-9)) ?? 10);
  const steps = Math.max(1, Math.ceil(maximum / step - 1e-9));
  return Array.from({ length: steps + 1 }, (_, index) => Number((index * step).toPrecision(6)));
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
