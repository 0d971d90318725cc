import { Group, Text, useComputedColorScheme, VisuallyHidden } from '@mantine/core';
import type { AnyMetricId } from '@waypost/contract/reports/custom-metric-ids.ts';
import type { EChartsType } from 'echarts/core';
import { use, useEffect, useRef, type ReactNode } from 'react';
import { formatMetric } from '../../lib/format/format-metrics.ts';
import { FieldNamingContext } from '../../lib/reports/field-naming.ts';
import { formatDay } from '../../lib/time/date-range.ts';
import { metricLabel } from '../../lib/reports/metric-labels.ts';
import type { TimePoint } from '@waypost/contract/reports/time-series.ts';
import { signedMetrics } from '../metric-cell.tsx';
import { drawLines, openChart } from './draw-lines.ts';
import classes from './time-chart.module.css';

type TimeChartProps = {
  metric: AnyMetricId;
  currency: string;
  points: readonly TimePoint[];
  names: { now: string; before: string };
  hasBefore: boolean;
  runningAt: number;
  heightPx?: number;
};

export function TimeChart({
  metric,
  currency,
  points,
  names,
  hasBefore,
  runningAt,
  heightPx = 200,
}: TimeChartProps): ReactNode {
  const element = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType>(undefined);
  const scheme = useComputedColorScheme();
  useEffect(() => {
    if (element.current === null) return undefined;
    const opened = openChart(element.current);
    chart.current = opened;
    const observer = new ResizeObserver(() => opened.resize());
    observer.observe(element.current);
    return () => {
      observer.disconnect();
      opened.dispose();
    };
  }, []);
  useEffect(() => {
    const format = (value: number | null) => formatMetric(metric, value, currency);
    const isSigned = signedMetrics.has(metric);
    if (chart.current !== undefined)
      drawLines(chart.current, { points, format, names, hasBefore, runningAt, isSigned, scheme });
  }, [metric, currency, points, names, hasBefore, runningAt, scheme]);
  return (
    <figure className={classes['frame']} style={{ margin: 0 }}>
      <Group component="figcaption" gap="md" mb={4}>
        <Text size="xs" c="dimmed">
          <span className={classes['key']} data-signed={signedMetrics.has(metric) || undefined} aria-hidden />
          {names.now}
        </Text>
        {runningAt === -1 ? null : (
          <Text size="xs" c="dimmed">
            <span className={classes['key']} data-running aria-hidden />
            Not over yet
          </Text>
        )}
        {hasBefore ? (
          <Text size="xs" c="dimmed">
            <span className={classes['key']} data-before aria-hidden />
            {names.before}
          </Text>
        ) : null}
      </Group>
      <div style={{ height: heightPx }} aria-hidden>
        <div ref={element} className={classes['lines']} />
      </div>
      <VisuallyHidden>
        <PointTable {...{ metric, currency, points, names, hasBefore, runningAt }} />
      </VisuallyHidden>
    </figure>
  );
}

function PointTable({
  metric,
  currency,
  points,
  names,
  hasBefore,
  runningAt,
}: Omit<TimeChartProps, 'heightPx'>): ReactNode {
  return (
    <table aria-label={`${metricLabel(metric, use(FieldNamingContext).labels)} over time`}>
      <thead>
        <tr>
          <th>Time</th>
          <th>{names.now}</th>
          {hasBefore ? <th>{names.before}</th> : null}
        </tr>
      </thead>
      <tbody>
        {points.map(({ label, value, before }, at) => (
          // The index is the key, because a repeated hour has the same label.
          // oxlint-disable-next-line react/no-array-index-key
          <tr key={at}>
            <th scope="row">{at === runningAt ? `${formatDay(label)}, so far` : formatDay(label)}</th>
            <td>{formatMetric(metric, value, currency)}</td>
            {hasBefore ? <td>{formatMetric(metric, before, currency)}</td> : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
