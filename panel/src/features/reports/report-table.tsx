import { Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { isTimeDimension } from '@waypost/contract/reports/report-dimensions.ts';
import { use, useMemo, useState, type ReactNode } from 'react';
import { FieldNamingContext } from '../../lib/reports/field-naming.ts';
import type { ReportRow } from '../../lib/reports/compare-rows.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import type { ReportFilter, ReportSearch } from './report-search.ts';
import { drillInto } from './report-steps.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { RowMenu, type OpenRow } from './row-actions/row-menu.tsx';
import { reportColumns, reportTotals } from './report-columns.tsx';
import type { RequestedReport } from './use-report-definition.ts';
import { formatRows } from './format-report.ts';
import type { Report } from './report.ts';

export function ReportTable({
  search,
  requested,
  report,
  onSort,
  onFilter,
}: {
  search: ReportSearch;
  requested: RequestedReport;
  report: Report;
  onSort: (sort: string) => void;
  onFilter: (filter: ReportFilter) => void;
}): ReactNode {
  const { currency } = useWorkspace().workspace;
  const { dimensions, metrics } = requested;
  const { rows, labels, totals, totalsBefore } = report;
  const { labels: names } = use(FieldNamingContext);
  const { shade } = search;
  const [first = 'campaign'] = dimensions;
  const [dimensionKey, metricKey] = [dimensions.join(), metrics.join()];
  const columns = useMemo(
    () => reportColumns(dimensions, metrics, { labels, names, currency, shade, rows, totals }),
    // Dimensions and metrics are compared by ID, and rows affect the columns only if cells are shaded.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [dimensionKey, metricKey, labels, names, currency, shade, shade === undefined ? undefined : rows, totals],
  );
  const pathOf = useDrillDownPath(search);
  const router = useRouter();
  const [menu, setMenu] = useState<OpenRow>();
  return (
    <>
      <DataTable
        name="report"
        label="Report"
        columns={columns}
        rows={rows}
        sort={search.sort ?? (isTimeDimension(first) ? first : `-${metrics[0] ?? ''}`)}
        onSort={onSort}
        isServerSorted
        pathOf={pathOf}
        onMenu={(row, anchor) => setMenu({ row, anchor })}
        {...(totals === undefined
          ? {}
          : { totals: reportTotals(first, metrics, { totals, before: totalsBefore, currency }) })}
        empty={<NoRows hasFilters={search.filters !== undefined} />}
        isOld={report.isOld}
        onEnd={report.readOn}
      />
      {menu === undefined ? null : (
        <RowMenu
          key={menu.row.id}
          open={menu}
          requested={requested}
          labels={labels}
          onDrill={() => router.history.push(pathOf(menu.row))}
          onFilter={onFilter}
          close={() => setMenu(undefined)}
        />
      )}
      {rows === undefined || rows.length === 0 ? null : (
        <Text size="xs" c="dimmed" mt="xs" role="status">
          {formatRows(report, metrics[0], names)} Click a row to break it down further.
        </Text>
      )}
    </>
  );
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

function useDrillDownPath(search: ReportSearch): (row: ReportRow) => string {
  const router = useRouter();
  return useMemo(
    () => (row) => router.buildLocation({ to: '/reports', search: drillInto(search, row.values) }).href,
    [router, search],
  );
}
