import { Group, Paper, SegmentedControl, Select, Skeleton } from '@mantine/core';
import { isMetricId, type MetricId } from '@waypost/contract/reports/report-metrics.ts';
import { lazy, Suspense, use, useMemo, type ReactNode } from 'react';
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
  seriesOf,
  wholeDaysBefore,
  type TimeStep,
} from '../../lib/reports/time-series.ts';
import { ErrorNote } from '../error-note.tsx';
import { useTimeRows } from './use-time-rows.ts';

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
  step: asked,
  compare = 'before',
  onChoose,
}: {
  metric: MetricId;
  metrics: readonly MetricId[];
  days: { from: string; to: string };
  filters?: PanelReportDefinition['filters'];
  withTests?: boolean;
  step: TimeStep | undefined;
  compare?: string;
  onChoose: (choice: { metric?: MetricId; step?: TimeStep }) => void;
}): ReactNode {
  const { currency, timezone } = useWorkspace().workspace;
  const { labels } = use(FieldNamingContext);
  const step = chooseStep(days, asked);
  const other = comparedDays(compare, days) ?? wholeDaysBefore(days);
  const offered = metrics.includes(metric) ? metrics : [...metrics, metric];
  const { rows, rowsBefore, error, retry } = useTimeRows({
    metrics: offered,
    days,
    other,
    step,
    filters,
    withTests,
  });
  const { points, names } = useSeries(metric, { days, other, step, timezone }, { rows, rowsBefore });
  return (
    <Paper component="section" aria-label="Chart" withBorder p="sm" bg="var(--wp-surface)">
      <Group gap="sm" mb={4}>
        <Select
          aria-label="Chart metric"
          data={offered.map((id) => ({ value: id as string, label: metricLabel(id, labels) }))}
          value={metric}
          searchable
          allowDeselect={false}
          size="xs"
          w={160}
          onChange={(chosen) => {
            if (chosen !== null && isMetricId(chosen)) onChoose({ metric: chosen });
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
          onChange={(chosen) => onChoose({ step: chosen === 'hour' ? 'hour' : 'day' })}
        />
      </Group>
      {error === null ? null : <ErrorNote error={error} retry={retry} />}
      {points === undefined ? (
        error === null ? (
          <Skeleton h={heightPx + 20} />
        ) : null
      ) : (
        <Suspense fallback={<Skeleton h={heightPx + 20} />}>
          <TimeChart metric={metric} currency={currency} points={points} names={names} heightPx={heightPx} />
        </Suspense>
      )}
    </Paper>
  );
}

type Rows = PanelReport['rows'] | undefined;

function useSeries(
  metric: MetricId,
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
            metric,
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
  return { points, names };
}
