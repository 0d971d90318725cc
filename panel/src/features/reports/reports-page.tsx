import { Box, Group, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { scopeOfFilters } from '@waypost/contract/reports/field-labels.ts';
import { isMetricId } from '@waypost/contract/reports/report-metrics.ts';
import { useMemo, type ReactNode } from 'react';
import { FieldNamingContext, useFieldNaming } from '../../lib/reports/field-naming.ts';
import { readReportSearch, type ReportChange, type ReportSearch } from './report-search.ts';
import { climbOut } from './report-steps.ts';
import { MetricChart } from '../../ui/chart/metric-chart.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Page } from '../../ui/page.tsx';
import { RangePicker } from '../../ui/range-picker.tsx';
import { ReportBasis } from '../../ui/report-basis.tsx';
import { CompareChoice } from './compare-choice.tsx';
import { DownloadButton } from './download-button.tsx';
import { FilterLine } from './filter-line.tsx';
import { ReportControls } from './report-controls.tsx';
import { ReportTable } from './report-table.tsx';
import { SavedReports } from './saved-reports.tsx';
import { useFilterLabels } from './use-filter-labels.ts';
import { useReportDefinition, type RequestedReport } from './use-report-definition.ts';
import { useReport } from './use-report.ts';

/** Shows a report. All choices are in the URL, so that a report can be bookmarked and shared. */
export function ReportsPage(): ReactNode {
  const search: ReportSearch = useSearch({ strict: false });
  const go = useReportNavigation();
  const requested = useReportDefinition(search);
  const { definition, dimensions, metrics, filters, range, today, compare } = requested;
  const naming = useFieldNaming(scopeOfFilters(filters));
  const report = useReport(definition, { compare, order: search.order });
  const { rows, meta } = report;
  const by = dimensions.join();
  const seen = useMemo(
    () =>
      Object.fromEntries(
        by.split(',').map((id) => [id, [...new Set((rows ?? []).map(({ values }) => values[id] ?? null))]]),
      ),
    [by, rows],
  );
  return (
    <FieldNamingContext value={naming}>
      <Page
        title="Reports"
        isFull
        actions={
          <Group gap="sm">
            <SavedReports search={search} definition={definition} onOpen={go.to} />
            <DownloadButton requested={requested} report={report} />
          </Group>
        }
      >
        <Group mb="sm" gap="md">
          <RangePicker range={range} today={today} onChoose={(chosen) => go.change({ range: chosen })} />
          <CompareChoice search={search} requested={requested} period={report.period} change={go.change} />
          {meta === undefined ? null : <ReportBasis freshness={meta.freshness} />}
        </Group>
        <ReportControls
          dimensions={dimensions}
          metrics={metrics}
          chart={search.chart}
          shade={search.shade}
          withTests={search.tests === true}
          change={go.change}
        />
        <FilterLine
          filters={filters}
          labels={useFilterLabels(filters, report.labels)}
          seen={seen}
          onAdd={(filter) => go.to({ ...search, filters: [...filters, filter] })}
          onRemove={(at) => go.to(climbOut({ ...search, filters }, at))}
        />
        <ChartSection search={search} requested={requested} change={go.change} />
        {report.error === null ? null : <ErrorNote error={report.error} retry={report.retry} />}
        {report.error !== null && rows === undefined ? null : (
          <ReportTable
            search={search}
            requested={requested}
            report={report}
            onSort={(sort) => go.change({ sort })}
            onFilter={(filter) => go.to({ ...search, filters: [...filters, filter] })}
          />
        )}
      </Page>
    </FieldNamingContext>
  );
}

function ChartSection({
  search,
  requested: { definition, metrics, filters },
  change,
}: {
  search: ReportSearch;
  requested: RequestedReport;
  change: (change: ReportChange) => void;
}): ReactNode {
  if (search.chart === undefined) return null;
  return (
    <Box mb="sm">
      <MetricChart
        metric={isMetricId(search.chart) ? search.chart : (metrics[0] ?? 'visits')}
        metrics={metrics}
        days={{ from: definition.from, to: definition.to }}
        {...(search.compare === undefined ? {} : { compare: search.compare })}
        filters={filters}
        withTests={search.tests === true}
        step={search.step}
        onChoose={({ metric, step }) =>
          change({
            ...(metric === undefined ? {} : { chart: metric }),
            ...(step === undefined ? {} : { step }),
          })
        }
      />
      {filters.some(({ field }) => isMetricId(field)) ? (
        <Text size="xs" c="dimmed" mt={4}>
          The chart shows all rows; metric filters apply to the table only.
        </Text>
      ) : null}
    </Box>
  );
}

/**
 * Returns functions that change the report in the URL. `to` adds a history entry, so that the back button leaves a
 * drill-down. `change` replaces the current entry.
 */
function useReportNavigation(): {
  to: (search: ReportSearch) => void;
  change: (change: ReportChange) => void;
} {
  const navigate = useNavigate();
  return {
    to: (search) => void navigate({ to: '/reports', search: readReportSearch(search) }),
    change: (change) =>
      void navigate({
        to: '/reports',
        search: (before: object) => readReportSearch({ ...before, ...change }),
        replace: true,
      }),
  };
}
