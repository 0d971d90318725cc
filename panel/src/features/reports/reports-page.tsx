import { Box, Group, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { scopeOfFilters } from '@waypost/contract/reports/field-labels.ts';
import { useMemo, useState, type ReactNode } from 'react';
import { FieldNamingContext, useFieldNaming } from '../../lib/reports/field-naming.ts';
import {
  readReportSearch,
  type ReportChange,
  type ReportFilter,
  type ReportSearch,
  type ReportValue,
} from './report-search.ts';
import type { Report } from './report.ts';
import { removeFilter } from './report-steps.ts';
import { MetricChart } from '../../ui/chart/metric-chart.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Page } from '../../ui/page.tsx';
import { RangePicker } from '../../ui/range-picker.tsx';
import { ReportBasis } from '../../ui/report-basis.tsx';
import { CompareChoice } from './compare-choice.tsx';
import { CopyLinkButton } from './copy-link-button.tsx';
import { MissingMetrics } from './custom-metrics/missing-metrics.tsx';
import { WithCustomMetrics } from './custom-metrics/with-custom-metrics.tsx';
import { DrillPath } from './drill-path.tsx';
import { DefaultReport } from './default-report.tsx';
import { DownloadButton } from './download-button.tsx';
import { FilterLine } from './filter-line.tsx';
import { HourHeatMap } from './hour-heat-map.tsx';
import { joinLabels } from './join-labels.ts';
import { ReportControls } from './report-controls.tsx';
import { ReportTable } from './report-table.tsx';
import { SavedReports } from './saved-reports.tsx';
import { useFilterLabels } from './use-filter-labels.ts';
import { useReportDefinition, type RequestedReport } from './use-report-definition.ts';
import { useReport } from './use-report.ts';
import { isKnownMetric } from '../../lib/format/describe-metric.ts';

/** Shows a report. All choices are in the URL, so that a report can be bookmarked and shared. */
export function ReportsPage(): ReactNode {
  const search: ReportSearch = useSearch({ strict: false });
  return (
    <DefaultReport search={search}>
      <WithCustomMetrics search={search}>
        <ShownReport search={search} />
      </WithCustomMetrics>
    </DefaultReport>
  );
}

function ShownReport({ search }: { search: ReportSearch }): ReactNode {
  const go = useReportNavigation();
  const requested = useReportDefinition(search);
  const { dimensions, filters, scope, range, today } = requested;
  const naming = useFieldNaming(scopeOfFilters(scope));
  const report = useReport(requested, search.order);
  const { rows, meta } = report;
  const by = dimensions.join();
  const seen = useMemo(
    () => Object.fromEntries(by.split(',').map((id) => [id, valuesOf(rows, id)])),
    [by, rows],
  );
  const labels = useFilterLabels(scope, useSeenLabels(report.labels));
  return (
    <FieldNamingContext value={naming}>
      <Page
        title="Reports"
        // With the heat map, the page is too long for a table that fills the rest of the window.
        isFull={search.heat === undefined}
        actions={
          <Group gap="sm" className="wp-actions">
            <SavedReports search={search} requested={requested} onOpen={go.to} />
            <CopyLinkButton search={search} requested={requested} />
            <DownloadButton requested={requested} report={report} />
          </Group>
        }
      >
        <Group mb="sm" gap="md">
          <RangePicker range={range} today={today} onChoose={(chosen) => go.change({ range: chosen })} />
          <CompareChoice search={search} requested={requested} period={report.period} change={go.change} />
          {meta === undefined ? null : (
            <ReportBasis freshness={meta.freshness} isByConversion={search.countBy === 'conversion'} />
          )}
        </Group>
        <ReportControls search={search} requested={requested} change={go.change} />
        <MissingMetrics search={search} />
        <DrillPath search={search} labels={labels} />
        <FilterLine
          filters={filters}
          labels={labels}
          seen={seen}
          onAdd={(filter) => go.to({ ...search, filters: [...filters, filter] })}
          onRemove={(at) => go.to(removeFilter({ ...search, filters }, at))}
        />
        <ChartSection search={search} requested={requested} change={go.change} />
        {search.heat === undefined ? null : (
          <HourHeatMap
            search={search}
            requested={requested}
            change={go.change}
            onFilter={(added) => go.to(withFilters(search, added))}
          />
        )}
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

// Keeps the names of the rows shown before, because the steps of a drill-down are among them.
function useSeenLabels(labels: Report['labels']): Report['labels'] {
  const [latest, setLatest] = useState(labels);
  const [seen, setSeen] = useState(labels);
  if (latest !== labels) {
    setLatest(labels);
    setSeen(joinLabels([{ meta: { labels: seen } }, { meta: { labels } }]));
  }
  return seen;
}

// Replaces earlier filters on the same fields.
function withFilters(search: ReportSearch, added: readonly ReportFilter[]): ReportSearch {
  const fields = new Set<string>(added.map(({ field }) => field));
  const kept = (search.filters ?? []).filter(({ field }) => !fields.has(field));
  return { ...search, filters: [...kept, ...added] };
}

function valuesOf(rows: Report['rows'], id: string): ReportValue[] {
  const known = (rows ?? []).filter(({ values }) => Object.hasOwn(values, id));
  return [...new Set(known.map(({ values }) => values[id] ?? null))];
}

function ChartSection({
  search,
  requested: { definition, metrics, scope },
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
        metric={isKnownMetric(search.chart) ? search.chart : (metrics[0] ?? 'visits')}
        metrics={metrics}
        days={{ from: definition.from, to: definition.to }}
        {...(search.compare === undefined ? {} : { compare: search.compare })}
        filters={scope}
        withTests={search.tests === true}
        countBy={search.countBy}
        step={search.step}
        onChoose={({ metric, step }) =>
          change({
            ...(metric === undefined ? {} : { chart: metric }),
            ...(step === undefined ? {} : { step }),
          })
        }
      />
      {scope.some(({ field }) => isKnownMetric(field)) ? (
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
