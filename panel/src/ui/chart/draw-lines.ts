import { LineChart } from 'echarts/charts';
import { GridComponent, TooltipComponent } from 'echarts/components';
import { init, use, type EChartsType } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { axesOf, formatPoint, seriesOf, type ChartColors, type DrawnLines } from './chart-options.ts';

use([LineChart, GridComponent, TooltipComponent, CanvasRenderer]);

/** Reads the current values of CSS variables, because a canvas cannot use the variables directly. */
function readColors(element: HTMLElement): ChartColors {
  const style = getComputedStyle(element);
  const read = (name: string) => style.getPropertyValue(name).trim();
  return {
    text: read('--mantine-color-text'),
    dimmed: read('--mantine-color-dimmed'),
    line: read('--wp-line'),
    surface: read('--wp-surface'),
    good: read('--wp-good'),
    bad: read('--wp-bad'),
  };
}

export function openChart(element: HTMLElement): EChartsType {
  return init(element, undefined, { renderer: 'canvas' });
}

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
