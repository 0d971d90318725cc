import { Group, Paper, SegmentedControl, Select, Skeleton, Switch } from '@mantine/core';
import type { AnyMetricId } from '@waypost/contract/reports/custom-metric-ids.ts';
import { lazy, Suspense, use, useMemo, useState, type ReactNode } from 'react';
import type { PanelReport, PanelReportDefinition } from '../../lib/api/api.ts';
import { formatDays } from '../../lib/time/date-range.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { FieldNamingContext } from '../../lib/reports/field-naming.ts';
import { metricLabel } from '../../lib/reports/metric-labels.ts';
import { now } from '../../lib/time/now.ts';
import { comparedDays, type Period } from '../../lib/time/period-before.ts';
import { useStore } from '../../lib/api/store.ts';
import {
  canBeHours,
  chooseStep,
  runningIndexOf,
  seriesOf,
  wholeDaysBefore,
  type TimeStep,
} from '@waypost/contract/reports/time-series.ts';
import { ErrorNote } from '../error-note.tsx';
import { useTimeRows } from './use-time-rows.ts';
import { describeMetric, isKnownMetric } from '../../lib/format/describe-metric.ts';

// The chart is loaded separately, because its library is larger than the rest of the screen.
const TimeChart = lazy(() =>
  import('./time-chart.tsx').then(({ TimeChart: component }) => ({ default: component })),
);

const heightPx = 180;

export function MetricChart({
  metric,
  metrics,
  days,
  filters,
  withTests,
  countBy,
  step: asked,
  compare: chosen,
  onChoose,
}: {
  metric: AnyMetricId;
  metrics: readonly AnyMetricId[];
  days: { from: string; to: string };
  filters?: PanelReportDefinition['filters'];
  withTests?: boolean;
  countBy?: PanelReportDefinition['countBy'];
  step: TimeStep | undefined;
  // Comparison of the screen. Without it, people can add the previous period to the chart.
  compare?: string;
  onChoose: (choice: { metric?: AnyMetricId; step?: TimeStep }) => void;
}): ReactNode {
  const { currency, timezone } = useWorkspace().workspace;
  const step = chooseStep(days, asked);
  const [isBeforeShown, setBeforeShown] = useState(false);
  const other = comparedDays(chosen ?? 'before', days) ?? wholeDaysBefore(days);
  const isCompared = chosen !== undefined || isBeforeShown;
  const offered = metrics.includes(metric) ? metrics : [...metrics, metric];
  const { rows, rowsBefore, error, retry } = useTimeRows({
    metrics: offered,
    days,
    other,
    isCompared,
    step,
    filters,
    withTests,
    countBy,
  });
  const { points, names, runningAt } = useSeries(
    metric,
    { days, other, step, timezone },
    { rows, rowsBefore },
  );
  return (
    <Paper component="section" aria-label="Chart" withBorder p="sm" bg="var(--wp-surface)">
      <ChartControls
        metric={metric}
        offered={offered}
        days={days}
        step={step}
        onChoose={onChoose}
        isBeforeShown={chosen === undefined ? isBeforeShown : undefined}
        showBefore={setBeforeShown}
      />
      {error === null ? null : <ErrorNote error={error} retry={retry} />}
      {points === undefined ? (
        error === null ? (
          <Skeleton h={heightPx + 20} />
        ) : null
      ) : (
        <Suspense fallback={<Skeleton h={heightPx + 20} />}>
          <TimeChart
            {...{ metric, currency, points, names, runningAt, heightPx }}
            hasBefore={isCompared && rowsBefore !== undefined}
          />
        </Suspense>
      )}
    </Paper>
  );
}

function ChartControls({
  metric,
  offered,
  days,
  step,
  onChoose,
  isBeforeShown,
  showBefore,
}: {
  metric: AnyMetricId;
  offered: readonly AnyMetricId[];
  days: Period;
  step: TimeStep;
  onChoose: (choice: { metric?: AnyMetricId; step?: TimeStep }) => void;
  // Undefined if the screen has a comparison of its own.
  isBeforeShown: boolean | undefined;
  showBefore: (isShown: boolean) => void;
}): ReactNode {
  const { labels } = use(FieldNamingContext);
  return (
    <Group gap="sm" mb={4}>
      <Select
        aria-label="Chart metric"
        data={offered.map((id) => ({ value: id as string, label: metricLabel(id, labels) }))}
        value={metric}
        searchable
        allowDeselect={false}
        size="xs"
        w={160}
        onChange={(id) => {
          if (id !== null && isKnownMetric(id)) onChoose({ metric: id });
        }}
      />
      <SegmentedControl
        aria-label="Interval"
        size="xs"
        data={[
          { value: 'hour', label: 'Hourly', disabled: !canBeHours(days) },
          { value: 'day', label: 'Daily' },
        ]}
        value={step}
        onChange={(value) => onChoose({ step: value === 'hour' ? 'hour' : 'day' })}
      />
      {isBeforeShown === undefined ? null : (
        <Switch
          size="xs"
          label="Previous period"
          checked={isBeforeShown}
          onChange={({ currentTarget }) => showBefore(currentTarget.checked)}
        />
      )}
    </Group>
  );
}

type Rows = PanelReport['rows'] | undefined;

function useSeries(
  metric: AnyMetricId,
  { days, other, step, timezone }: { days: Period; other: Period; step: TimeStep; timezone: string },
  { rows, rowsBefore }: { rows: Rows; rowsBefore: Rows },
) {
  const moment = useStore(now);
  const { from, to } = days;
  const { from: otherFrom, to: otherTo } = other;
  const points = useMemo(
    () =>
      rows === undefined
        ? undefined
        : seriesOf(
            { metric, isSummed: describeMetric(metric).isSummed },
            { days: { from, to }, other: { from: otherFrom, to: otherTo }, step, timezone, now: moment },
            rows,
            rowsBefore ?? [],
          ),
    [metric, from, to, otherFrom, otherTo, step, timezone, moment, rows, rowsBefore],
  );
  const names = useMemo(
    () => ({ now: formatDays({ from, to }), before: formatDays({ from: otherFrom, to: otherTo }) }),
    [from, to, otherFrom, otherTo],
  );
  const runningAt = points === undefined ? -1 : runningIndexOf(points, { step, timezone, now: moment });
  return { points, names, runningAt };
}
