type ChartPoint = {
  // Day such as 2026-11-16, or hour such as 2026-11-16 14:00.
  label: string;
  value: number | null;
  // Value in the comparison period.
  before: number | null;
};

export type Position = readonly [x: number, y: number];

export type ChartLayout = {
  width: number;
  height: number;
  // Lines of the values and of the comparison period. Missing values interrupt a line.
  line: Position[][];
  before: Position[][];
  // Horizontal grid lines from `left` to `right`.
  ticks: { y: number; text: string }[];
  dates: { x: number; text: string }[];
  left: number;
  right: number;
};

const [width, height] = [640, 220];
const margin = { top: 12, right: 36, bottom: 28, left: 56 };
const ticksMax = 4;
const datesMax = 6;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

// Computes the positions of a line chart, which is drawn on pages and in the image of a message.
export function layoutChart(points: readonly ChartPoint[], isPercent: boolean): ChartLayout {
  const values = points.flatMap(({ value, before }) => [value, before]).filter((value) => value !== null);
  const ticks = chooseTicks(Math.min(0, ...values), Math.max(0, ...values));
  const [low = 0, high = 1] = [ticks[0], ticks.at(-1)];
  const [left, right] = [margin.left, width - margin.right];
  const xOf = (at: number) =>
    points.length < 2 ? (left + right) / 2 : left + ((right - left) * at) / (points.length - 1);
  const yOf = (value: number) =>
    margin.top + (height - margin.top - margin.bottom) * (1 - (value - low) / (high - low));
  const linesOf = (read: (point: ChartPoint) => number | null) =>
    splitLines(
      points.map((point, at) => {
        const value = read(point);
        return value === null ? null : [round(xOf(at)), round(yOf(value))];
      }),
    );
  return {
    width,
    height,
    line: linesOf(({ value }) => value),
    before: linesOf(({ before }) => before),
    ticks: ticks.map((value) => ({ y: round(yOf(value)), text: formatTick(value, isPercent) })),
    dates: chooseDates(points).map(({ at, text }) => ({ x: round(xOf(at)), text })),
    left,
    right,
  };
}

function round(position: number): number {
  return Math.round(position * 10) / 10;
}

// Returns round values that cover the range, such as 0, 50, 100 and 150.
function chooseTicks(low: number, high: number): number[] {
  const size = high - low || 1;
  const rough = size / ticksMax;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10);
  const first = Math.floor(low / step);
  const last = Math.ceil((low + size) / step);
  return Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step);
}

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });

function formatTick(value: number, isPercent: boolean): string {
  return isPercent ? `${Number((value * 100).toPrecision(3))}%` : compact.format(value);
}

function splitLines(positions: readonly (Position | null)[]): Position[][] {
  const lines: Position[][] = [];
  let isOpen = false;
  for (const position of positions) {
    if (position !== null && isOpen) lines.at(-1)?.push(position);
    else if (position !== null) lines.push([position]);
    isOpen = position !== null;
  }
  return lines;
}

function chooseDates(points: readonly ChartPoint[]): { at: number; text: string }[] {
  const isOneDay = new Set(points.map(({ label }) => label.slice(0, 10))).size === 1;
  const starts = points
    .map(({ label }, at) => ({ label, at }))
    .filter(({ label }) => isOneDay || label.length === 10 || label.endsWith(' 00:00'));
  const every = Math.ceil(starts.length / datesMax);
  return starts
    .filter((_, at) => at % every === 0)
    .map(({ label, at }) => ({
      at,
      text: isOneDay && label.length > 10 ? label.slice(11) : formatDay(label),
    }));
}

function formatDay(label: string): string {
  return `${Number(label.slice(8, 10))} ${months[Number(label.slice(5, 7)) - 1] ?? ''}`;
}
