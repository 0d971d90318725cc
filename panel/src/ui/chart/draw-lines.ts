import { LineChart } from 'echarts/charts';
import { GridComponent, TooltipComponent } from 'echarts/components';
import { init, use, type EChartsType } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import type { TimePoint } from '../../lib/time-series.ts';

use([LineChart, GridComponent, TooltipComponent, CanvasRenderer]);

type DrawnLines = {
  points: readonly TimePoint[];
  format: (value: number | null) => string;
  names: { now: string; before: string };
  hasBefore: boolean;
  scheme: string;
};

/** Reads the current values of CSS variables, because a canvas cannot use the variables. */
function readColors(element: HTMLElement) {
  const style = getComputedStyle(element);
  const read = (name: string) => style.getPropertyValue(name).trim();
  return {
    text: read('--mantine-color-text'),
    dimmed: read('--mantine-color-dimmed'),
    line: read('--wp-line'),
    surface: read('--wp-surface'),
  };
}

export function openChart(element: HTMLElement): EChartsType {
  return init(element, undefined, { renderer: 'canvas' });
}

type Colors = ReturnType<typeof readColors>;

export function drawLines(chart: EChartsType, lines: DrawnLines): void {
  const colors = readColors(chart.getDom());
  chart.setOption(
    {
      animation: !matchMedia('(prefers-reduced-motion: reduce)').matches,
      animationDuration: 120,
      animationDurationUpdate: 120,
      textStyle: { fontFamily: getComputedStyle(chart.getDom()).fontFamily, color: colors.dimmed },
      grid: {
        left: 0,
        right: 16,
        top: 12,
        bottom: 0,
        outerBoundsMode: 'same',
        outerBoundsContain: 'axisLabel',
      },
      tooltip: {
        trigger: 'axis',
        // HTML tooltips need inline styles, which the Content-Security-Policy forbids.
        renderMode: 'richText',
        backgroundColor: colors.surface,
        borderColor: colors.line,
        textStyle: { color: colors.text, fontSize: 12 },
        formatter: (shown: unknown) => formatPoint(shown, lines),
        axisPointer: { lineStyle: { color: colors.dimmed, type: 'solid' } },
      },
      ...axesOf(lines, colors),
      series: seriesOf(lines, colors),
    },
    { notMerge: true },
  );
}

function axesOf({ points, format }: DrawnLines, colors: Colors) {
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

function seriesOf({ points, names, hasBefore }: DrawnLines, { text, dimmed }: Colors) {
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

function formatPoint(shown: unknown, { points, format, names, hasBefore }: DrawnLines): string {
  const [first] = (Array.isArray(shown) ? shown : [shown]) as { dataIndex?: number }[];
  const point = points[first?.dataIndex ?? -1];
  if (point === undefined) return '';
  return [
    point.label,
    `${names.now}: ${format(point.value)}`,
    ...(hasBefore ? [`${names.before}: ${format(point.before)}`] : []),
  ].join('\n');
}
