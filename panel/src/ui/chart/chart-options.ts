import type { TimePoint } from '@waypost/contract/reports/time-series.ts';
import { formatDay } from '../../lib/time/date-range.ts';

export type DrawnLines = {
  points: readonly TimePoint[];
  format: (value: number | null) => string;
  names: { now: string; before: string };
  hasBefore: boolean;
  // Index of the point that is not over yet, or -1.
  runningAt: number;
  // True for metrics such as profit, whose sign is shown in color.
  isSigned: boolean;
  scheme: string;
};

export type ChartColors = {
  text: string;
  dimmed: string;
  line: string;
  surface: string;
  good: string;
  bad: string;
};

export function axesOf({ points, format }: DrawnLines, colors: ChartColors) {
  const labels = points.map(({ label }) => label);
  const days = new Set(labels.map((label) => label.slice(0, 10))).size;
  const text = { color: colors.dimmed, fontSize: 11, hideOverlap: true };
  return {
    xAxis: {
      type: 'category',
      data: labels,
      boundaryGap: false,
      axisLine: { lineStyle: { color: colors.line } },
      axisTick: { show: false },
      axisLabel: { ...text, formatter: (label: string) => shortLabel(label, days) },
    },
    yAxis: {
      type: 'value',
      splitNumber: 3,
      splitLine: { lineStyle: { color: colors.line } },
      axisLabel: { ...text, formatter: (value: number) => format(value) },
    },
  };
}

type Values = readonly (number | null)[];

export function seriesOf({ points, names, hasBefore, runningAt, isSigned }: DrawnLines, colors: ChartColors) {
  const shared = { type: 'line' as const, connectNulls: false };
  const values = points.map(({ value }) => value);
  const complete = values.map((value, at) => (at === runningAt ? null : value));
  const running = values.map((value, at) =>
    runningAt !== -1 && (at === runningAt || at === runningAt - 1) ? value : null,
  );
  const colorOf = (drawn: Values) => (isSigned ? signedColor(drawn, colors) : colors.text);
  return [
    {
      ...shared,
      name: names.now,
      data: complete,
      showSymbol: complete.filter((value) => value !== null).length === 1,
      lineStyle: { color: colorOf(complete), width: 2 },
      itemStyle: { color: isSigned ? colorOfSign(values.at(-1), colors) : colors.text },
      z: 3,
    },
    {
      ...shared,
      name: names.now,
      data: running,
      // Only the last point is marked.
      showSymbol: true,
      symbol: 'emptyCircle',
      symbolSize: (_: unknown, { dataIndex }: { dataIndex: number }) => (dataIndex === runningAt ? 7 : 0),
      lineStyle: { color: colorOf(running), width: 2, type: [3, 3] },
      itemStyle: { color: isSigned ? colorOfSign(values[runningAt], colors) : colors.text },
      z: 4,
    },
    {
      ...shared,
      name: names.before,
      data: hasBefore ? points.map(({ before }) => before) : [],
      showSymbol: points.length === 1,
      lineStyle: { color: colors.dimmed, width: 1.5, type: 'dashed' as const },
      itemStyle: { color: colors.dimmed },
      z: 2,
    },
  ];
}

function colorOfSign(value: number | null | undefined, { good, bad }: ChartColors): string {
  return (value ?? 0) < 0 ? bad : good;
}

// Returns the color of a line that is good above zero and bad below. The gradient covers the height of the line, so its
// step is at zero.
export function signedColor(values: Values, { good, bad }: ChartColors) {
  const known = values.filter((value) => value !== null);
  const [most, least] = [Math.max(...known, -Infinity), Math.min(...known, Infinity)];
  if (known.length === 0 || least >= 0) return good;
  if (most <= 0) return bad;
  const zero = most / (most - least);
  const stops = [
    [0, good],
    [zero, good],
    [zero, bad],
    [1, bad],
  ] as const;
  const colorStops = stops.map(([offset, color]) => ({ offset, color }));
  return { type: 'linear' as const, x: 0, y: 0, x2: 0, y2: 1, colorStops };
}

function shortLabel(label: string, days: number): string {
  const clock = label.slice(11);
  if (clock !== '' && days === 1) return clock;
  const day = formatDay(label.slice(0, 10)).replace(/ \d+$/, '');
  return clock === '' ? day : `${day}, ${clock}`;
}

export function formatPoint(
  shown: unknown,
  { points, format, names, hasBefore, runningAt }: DrawnLines,
): string {
  const [first] = (Array.isArray(shown) ? shown : [shown]) as { dataIndex?: number }[];
  const at = first?.dataIndex ?? -1;
  const point = points[at];
  if (point === undefined) return '';
  return [
    at === runningAt ? `${formatDay(point.label)}, so far` : formatDay(point.label),
    `${names.now}: ${format(point.value)}`,
    ...(hasBefore ? [`${names.before}: ${format(point.before)}`] : []),
  ].join('\n');
}
