import { Group, Stack } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PanelReportDefinition } from '../../lib/api/api.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { useStore } from '../../lib/api/store.ts';
import { readNumbers, readNumbersSearch, type NumbersSearch } from '../../lib/reports/numbers-search.ts';
import { dayIn, type RangeName } from '../../lib/time/date-range.ts';
import { now } from '../../lib/time/now.ts';
import { MetricChart } from '../chart/metric-chart.tsx';
import { ErrorNote } from '../error-note.tsx';
import { RangePicker } from '../range-picker.tsx';
import { ReportBasis } from '../report-basis.tsx';
import { figureMetrics, Figures } from './figures.tsx';
import { useNumbers, type Days } from './use-numbers.ts';

export type ShownRange = { range: string; days: Days };

// Shows the metrics of a time range with the previous period and a chart. The state is in the URL.
export function Numbers({
  filters,
  defaultRange,
  children,
}: {
  filters?: PanelReportDefinition['filters'];
  defaultRange: RangeName;
  children: (shown: ShownRange) => ReactNode;
}): ReactNode {
  const search: NumbersSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const { timezone } = useWorkspace().workspace;
  const today = dayIn(timezone, useStore(now));
  const { range, days, metric } = readNumbers(search, today, defaultRange);
  const numbers = useNumbers(days, figureMetrics, { filters });
  const change = (changed: NumbersSearch) =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, ...readNumbersSearch({ ...before, ...changed }) }),
      replace: true,
    });
  return (
    <Stack gap="md">
      <Group gap="md">
        <RangePicker range={range} today={today} onChoose={(chosen) => change({ range: chosen })} />
        {numbers.now === undefined ? null : <ReportBasis freshness={numbers.now.meta.freshness} />}
      </Group>
      {numbers.error === null ? null : <ErrorNote error={numbers.error} retry={numbers.retry} />}
      <Figures
        now={numbers.now}
        before={numbers.before}
        chosen={metric}
        onChoose={(chosen) => change({ chart: chosen })}
      />
      <MetricChart
        metric={metric}
        metrics={figureMetrics}
        days={days}
        filters={filters}
        step={search.step}
        onChoose={({ metric: chosen, step }) =>
          change({
            ...(chosen === undefined ? {} : { chart: chosen }),
            ...(step === undefined ? {} : { step }),
          })
        }
      />
      {children({ range, days })}
    </Stack>
  );
}
