import { Box, Group, Paper, Select, Skeleton, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { isDimensionId } from '@waypost/contract/reports/report-dimensions.ts';
import type { AnyMetricId } from '@waypost/contract/reports/custom-metric-ids.ts';
import { use, type ReactNode } from 'react';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { FieldNamingContext } from '../../lib/reports/field-naming.ts';
import { hourMapOf, type HourMap } from '../../lib/reports/hour-map.ts';
import { metricLabel } from '../../lib/reports/metric-labels.ts';
import { withParts } from '../../lib/reports/metric-totals.ts';
import { daysIn } from '../../lib/time/period-before.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { HourGrid } from './hour-grid.tsx';
import { HourLegend } from './hour-legend.tsx';
import { refreshMs } from './report.ts';
import type { ReportChange, ReportFilter, ReportSearch } from './report-search.ts';
import type { RequestedReport } from './use-report-definition.ts';
import { describeMetric, isKnownMetric } from '../../lib/format/describe-metric.ts';

type HeatMapProps = {
  search: ReportSearch;
  requested: RequestedReport;
  change: (change: ReportChange) => void;
  onFilter: (filters: ReportFilter[]) => void;
};

// Heat map of the hours of the week, to find the times at which traffic is worth its cost.
export function HourHeatMap({ search, requested, change, onFilter }: HeatMapProps): ReactNode {
  const { labels } = use(FieldNamingContext);
  const { metrics, definition } = requested;
  const metric = search.heat !== undefined && isKnownMetric(search.heat) ? search.heat : 'profit';
  const offered = [...new Set<AnyMetricId>([...metrics, metric])];
  const { rows, error, retry } = useHours(requested, metric);
  return (
    <Paper
      component="section"
      aria-label="Hours and weekdays"
      withBorder
      p="sm"
      mb="sm"
      bg="var(--wp-surface)"
    >
      <Group gap="sm" mb="xs">
        <Title order={2} size="h5">
          Hours and weekdays
        </Title>
        <Select
          aria-label="Heat map metric"
          data={offered.map((id) => ({ value: id as string, label: metricLabel(id, labels) }))}
          value={metric}
          searchable
          allowDeselect={false}
          size="xs"
          w={160}
          onChange={(id) => {
            if (id !== null && isKnownMetric(id)) change({ heat: id });
          }}
        />
      </Group>
      {error === null ? null : <ErrorNote error={error} retry={retry} />}
      {rows === undefined ? (
        error === null ? (
          <Skeleton h={220} />
        ) : null
      ) : (
        <HeatMap metric={metric} map={hourMapOf(metric, rows)} onFilter={onFilter} />
      )}
      <HeatMapNotes metric={metric} days={daysIn(definition)} requested={requested} />
    </Paper>
  );
}

function HeatMap({
  metric,
  map,
  onFilter,
}: {
  metric: AnyMetricId;
  map: HourMap;
  onFilter: HeatMapProps['onFilter'];
}): ReactNode {
  const isNarrow = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false });
  return (
    <>
      <Box style={{ overflowX: 'auto' }}>
        <HourGrid
          metric={metric}
          map={map}
          isTall={isNarrow}
          onChoose={(weekday, hour) =>
            onFilter([
              { field: 'weekday', op: 'is', values: [String(weekday)] },
              { field: 'hourOfDay', op: 'is', values: [String(hour)] },
            ])
          }
        />
      </Box>
      <HourLegend metric={metric} map={map} />
    </>
  );
}

function HeatMapNotes({
  metric,
  days,
  requested: { scope },
}: {
  metric: AnyMetricId;
  days: number;
  requested: RequestedReport;
}): ReactNode {
  const isSum = describeMetric(metric).isSummed;
  return (
    <Text size="xs" c="dimmed" mt={4}>
      Choose a cell to filter the report by its hour and weekday.
      {isSum && days % 7 !== 0 ? ' Weekdays occur a different number of times in this range.' : ''}
      {scope.some(({ field }) => isKnownMetric(field)) ? ' Metric filters apply to the table only.' : ''}
    </Text>
  );
}

function useHours({ definition, scope }: RequestedReport, metric: AnyMetricId) {
  const { workspace, api } = useWorkspace();
  const question = {
    from: definition.from,
    to: definition.to,
    dimensions: ['weekday' as const, 'hourOfDay' as const],
    metrics: withParts([metric]),
    filters: scope.filter(({ field }) => isDimensionId(field)),
    ...(definition.includeTests === true ? { includeTests: true } : {}),
    ...(definition.countBy === undefined ? {} : { countBy: definition.countBy }),
    limit: 168,
  };
  const { data, error, refetch } = useQuery({
    queryKey: [workspace.id, 'queryReport', 'hours', question],
    queryFn: async ({ signal }) => (await api.queryReport(question, { signal })).rows,
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
    staleTime: refreshMs / 2,
  });
  return { rows: data, error, retry: () => void refetch() };
}
