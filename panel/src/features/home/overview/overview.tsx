import { Group, Stack } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { dayIn } from '../../../lib/time/date-range.ts';
import { useWorkspace } from '../../../lib/api/current-workspace.ts';
import { now } from '../../../lib/time/now.ts';
import { readOverview, readOverviewSearch, type OverviewSearch } from '../overview-search.ts';
import { useStore } from '../../../lib/api/store.ts';
import { MetricChart } from '../../../ui/chart/metric-chart.tsx';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { RangePicker } from '../../../ui/range-picker.tsx';
import { ReportBasis } from '../../../ui/report-basis.tsx';
import { AttentionSection } from './attention-section.tsx';
import { figureMetrics, Figures } from './figures.tsx';
import { Movers } from './movers.tsx';
import classes from './overview.module.css';
import { useNumbers } from './use-numbers.ts';

export function Overview({ children }: { children: ReactNode }): ReactNode {
  const search: OverviewSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const { timezone } = useWorkspace().workspace;
  const today = dayIn(timezone, useStore(now));
  const { range, days, metric } = readOverview(search, today);
  const numbers = useNumbers(days, figureMetrics);
  const change = (changed: OverviewSearch) =>
    void navigate({
      to: '/',
      search: (before: object) => readOverviewSearch({ ...before, ...changed }),
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
        step={search.step}
        onChoose={({ metric: chosen, step }) =>
          change({
            ...(chosen === undefined ? {} : { chart: chosen }),
            ...(step === undefined ? {} : { step }),
          })
        }
      />
      <div className={classes['halves']}>
        <Movers days={days} range={range} />
        <Stack gap="md">
          <AttentionSection />
          {children}
        </Stack>
      </div>
    </Stack>
  );
}
