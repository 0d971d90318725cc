import { Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { isTimeDimension } from '@waypost/contract/reports/report-dimensions.ts';
import { use, useMemo, useState, type ReactNode } from 'react';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { useStore } from '../../lib/api/store.ts';
import { FieldNamingContext } from '../../lib/reports/field-naming.ts';
import { now } from '../../lib/time/now.ts';
import { clockIn } from '../../lib/time/period-before.ts';
import { isRunningPeriod } from '../../lib/time/running-period.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { TreeView } from '../../ui/table/tree-view.ts';
import { formatRows } from './format-report.ts';
import { reportColumns, reportTotals } from './report-columns.tsx';
import type { ReportFilter, ReportSearch } from './report-search.ts';
import { drillInto } from './report-steps.ts';
import type { Report } from './report.ts';
import { RowMenu, type OpenRow } from './row-actions/row-menu.tsx';
import type { TableReportRow } from './tree-rows.ts';
import type { RequestedReport } from './use-report-definition.ts';
import { useCustomMetrics } from './custom-metrics/use-custom-metrics.ts';
import { useTotalsOfAll } from './use-totals-of-all.ts';

type ReportTableProps = {
  search: ReportSearch;
  requested: RequestedReport;
  report: Report;
  onSort: (sort: string) => void;
  onFilter: (filter: ReportFilter) => void;
};

export function ReportTable({ search, requested, report, onSort, onFilter }: ReportTableProps): ReactNode {
  const { currency } = useWorkspace().workspace;
  const { dimensions, metrics } = requested;
  const { rows, labels, totals, totalsBefore } = report;
  const { labels: names } = use(FieldNamingContext);
  const [first = 'campaign'] = dimensions;
  const all = useTotalsOfAll(requested);
  const pathOf = useDrillDownPath(search);
  const router = useRouter();
  const [menu, setMenu] = useState<OpenRow>();
  return (
    <>
      <DataTable
        name="report"
        label="Report"
        columns={useColumns(search, requested, report)}
        rows={rows}
        sort={search.sort ?? (isTimeDimension(first) ? first : `-${metrics[0] ?? ''}`)}
        onSort={onSort}
        isServerSorted
        pathOf={pathOf}
        onMenu={(row, anchor) => {
          if (row.note === undefined) setMenu({ row, anchor });
        }}
        tree={useTreeView(requested, report)}
        {...(totals === undefined
          ? {}
          : { totals: reportTotals(first, metrics, { totals, before: totalsBefore, all, currency, rows }) })}
        empty={<NoRows hasFilters={requested.scope.length > 0} />}
        isOld={report.isOld}
        onEnd={report.readOn}
      />
      {menu === undefined ? null : (
        <RowMenu
          key={menu.row.id}
          open={menu}
          requested={{
            ...requested,
            dimensions: dimensions.slice(0, menu.row.keys.length),
          }}
          labels={labels}
          onDrill={() => router.history.push(pathOf(menu.row))}
          onFilter={onFilter}
          close={() => setMenu(undefined)}
        />
      )}
      {rows === undefined || rows.length === 0 ? null : (
        <Text size="xs" c="dimmed" mt="xs" role="status">
          {formatRows({ ...report, rows: rows.filter(({ level }) => level === 0) }, metrics[0], names)} Click
          a row to break it down further.
        </Text>
      )}
    </>
  );
}

function useColumns(
  { shade, formats }: ReportSearch,
  { dimensions, metrics, isTree }: RequestedReport,
  { rows, labels, totals }: Report,
) {
  const { currency, timezone } = useWorkspace().workspace;
  const { labels: names } = use(FieldNamingContext);
  const { day, time } = clockIn(timezone, useStore(now));
  const hour = time.slice(0, 2);
  const key = [dimensions.join(), metrics.join(), isTree].join(' ');
  const highlights = JSON.stringify(formats);
  const { metrics: custom } = useCustomMetrics();
  return useMemo(
    () =>
      reportColumns(dimensions, metrics, {
        labels,
        names,
        currency,
        isTree,
        shade,
        ...(formats === undefined ? {} : { formats }),
        rows,
        totals,
        isRunning: (id, value) => isRunningPeriod(id, value, { day, time: hour }),
      }),
    // Dimensions and metrics are compared by ID.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [key, custom, highlights, labels, names, currency, shade, rows, totals, day, hour],
  );
}

function useTreeView(
  { dimensions, isTree }: RequestedReport,
  { toggle, isOpen }: Report,
): TreeView<TableReportRow> | undefined {
  if (!isTree || toggle === undefined) return undefined;
  return {
    levelOf: ({ level }) => level,
    isOpen: ({ id, level, note }) =>
      note === undefined && level < dimensions.length - 1 ? isOpen(id) : undefined,
    toggle: ({ id }) => toggle(id),
  };
}

function NoRows({ hasFilters }: { hasFilters: boolean }): ReactNode {
  return (
    <Text c="dimmed" py="xl" ta="center">
      {hasFilters
        ? 'No data for these filters. Remove a filter or choose a different time range.'
        : 'No data in this time range. Choose a different one, or open a campaign link to record a visit.'}
    </Text>
  );
}

function useDrillDownPath(search: ReportSearch): (row: TableReportRow) => string {
  const router = useRouter();
  return useMemo(
    () => (row) => router.buildLocation({ to: '/reports', search: drillInto(search, row.keys) }).href,
    [router, search],
  );
}
