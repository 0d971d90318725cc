import type { TimePoint } from '../../lib/reports/time-series.ts';

export type DrawnLines = {
  points: readonly TimePoint[];
  format: (value: number | null) => string;
  names: { now: string; before: string };
  hasBefore: boolean;
  scheme: string;
};

export type ChartColors = { text: string; dimmed: string; line: string; surface: string };

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

export function seriesOf({ points, names, hasBefore }: DrawnLines, { text, dimmed }: ChartColors) {
  const shared = { type: 'line' as const, showSymbol: points.length === 1, connectNulls: false };
  return [
    {
      ...shared,
      name: names.now,
      data: points.map(({ value }) => value),
      lineStyle: { color: text, width: 2 },
      itemStyle: { color: text },
      z: 3,
    },
    {
      ...shared,
      name: names.before,
      data: hasBefore ? points.map(({ before }) => before) : [],
      lineStyle: { color: dimmed, width: 1.5, type: 'dashed' },
      itemStyle: { color: dimmed },
      z: 2,
    },
  ];
}

function shortLabel(label: string, days: number): string {
  if (label.length <= 10) return label.slice(5);
  return days === 1 ? label.slice(11) : `${label.slice(5, 10)} ${label.slice(11)}`;
}

export function formatPoint(shown: unknown, { points, format, names, hasBefore }: DrawnLines): string {
  const [first] = (Array.isArray(shown) ? shown : [shown]) as { dataIndex?: number }[];
  const point = points[first?.dataIndex ?? -1];
  if (point === undefined) return '';
  return [
    point.label,
    `${names.now}: ${format(point.value)}`,
    ...(hasBefore ? [`${names.before}: ${format(point.before)}`] : []),
  ].join('\n');
}
