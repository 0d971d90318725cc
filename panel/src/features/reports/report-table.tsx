import { Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { isTimeDimension } from '@waypost/contract/report-dimensions.ts';
import type { MetricId } from '@waypost/contract/report-metrics.ts';
import { useMemo, type ReactNode } from 'react';
import type { ShownRow } from '../../lib/compare-rows.ts';
import { useWorkspace } from '../../lib/current-workspace.ts';
import { metricLabel } from '../../lib/metric-labels.ts';
import type { ReportSearch } from '../../lib/report-search.ts';
import { drillInto } from '../../lib/report-steps.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { reportColumns, reportTotals } from './report-columns.tsx';
import type { RequestedReport } from './use-report-definition.ts';
import { rowsMax, type Report } from './report.ts';

/** The rows; each opens what it is made of. */
export function ReportTable({
  search,
  asked,
  report,
  onSort,
}: {
  search: ReportSearch;
  asked: RequestedReport;
  report: Report;
  onSort: (sort: string) => void;
}): ReactNode {
  const { currency } = useWorkspace().workspace;
  const { dimensions, metrics } = asked;
  const { rows, labels, totals, totalsBefore } = report;
  const { shade } = search;
  const [first = 'campaign'] = dimensions;
  const [by, counted] = [dimensions.join(), metrics.join()];
  const columns = useMemo(
    () => reportColumns(dimensions, metrics, { labels, currency, shade, rows, totals }),
    // Lists of the same ids are the same, and without shades new rows leave columns as they are.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [by, counted, labels, currency, shade, shade === undefined ? undefined : rows, totals],
  );
  const pathOf = usePathInto(search);
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
        {...(totals === undefined
          ? {}
          : { totals: reportTotals(first, metrics, { totals, before: totalsBefore, currency }) })}
        empty={<NoRows hasFilters={search.filters !== undefined} />}
        isOld={report.isOld}
        onEnd={report.readOn}
      />
      {rows === undefined || rows.length === 0 ? null : (
        <Text size="xs" c="dimmed" mt="xs" role="status">
          {formatRows(report, metrics[0])} A row opens its parts.
        </Text>
      )}
    </>
  );
}

function count(amount: number): string {
  return `${amount.toLocaleString('en')} ${amount === 1 ? 'row' : 'rows'}`;
}

/** How many there are, and which of them are here. */
function formatRows({ rows = [], meta, period, isPartly }: Report, first: MetricId | undefined): string {
  const most = rowsMax.toLocaleString('en');
  if (period !== undefined && isPartly)
    return `${count(rows.length)}: of each time the ${most} with the most ${first === undefined ? '' : metricLabel(first)} are compared. Where there is no change, the other time has the row not among these.`;
  const all = Math.max(meta?.totalRows ?? 0, rows.length);
  return all > rowsMax
    ? `${count(all)}, of which the first ${most} show here; the file has all of them.`
    : `${count(all)}.`;
}

function NoRows({ hasFilters }: { hasFilters: boolean }): ReactNode {
  return (
    <Text c="dimmed" py="xl" ta="center">
      {hasFilters
        ? 'Nothing was counted here in this time: leave out a filter, or choose other days.'
        : 'Nothing was counted in this time: choose other days, or send a visit to a campaign’s link.'}
    </Text>
  );
}

/** The address of a report inside a row. */
function usePathInto(search: ReportSearch): (row: ShownRow) => string {
  const router = useRouter();
  return useMemo(
    () => (row) => router.buildLocation({ to: '/reports', search: drillInto(search, row.values) }).href,
    [router, search],
  );
}
