import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { isDimensionId, isTimeDimension } from '@waypost/contract/report-dimensions.ts';
import type { MetricId } from '@waypost/contract/report-metrics.ts';
import { useMemo } from 'react';
import type { PanelReport, PanelReportDefinition } from '../../lib/api.ts';
import { changeOf, compareRows, type ReportValues, type ShownRow } from '../../lib/compare-rows.ts';
import { joinLabels } from '../../lib/join-labels.ts';
import { useWorkspace } from '../../lib/current-workspace.ts';
import { totalOf, type MetricValues } from '../../lib/metric-totals.ts';
import { clockIn, comparedPeriod } from '../../lib/period-before.ts';
import { compareValues } from '../../ui/table/column.ts';
import { refreshMs, rowsMax, type Report } from './report.ts';

const pageRows = 1_000;
const noLabels = {};
type FetchReport = (definition: PanelReportDefinition) => Promise<PanelReport>;

/**
 * Loads a report and its comparison period. Both are read completely, up to the maximum number of rows, so that rows
 * missing from the current period are included and rows can be sorted by change.
 */
export function useComparedRows(
  definition: PanelReportDefinition,
  compare: string | undefined,
  order: 'change' | undefined,
): Report {
  const { workspace, api } = useWorkspace();
  const { sortBy: _, sortDir: __, ...unsorted } = definition;
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: [workspace.id, 'queryReport', 'compared', unsorted, compare],
    queryFn: async ({ signal }) => {
      const clock = clockIn(workspace.timezone, new Date());
      const period = comparedPeriod(compare ?? '', definition, clock) ?? definition;
      const fetchReport: FetchReport = (request) => api.queryReport(request, { signal });
      return {
        ...(await readBoth(fetchReport, unsorted, period)),
        period: { from: period.from, to: period.to },
      };
    },
    placeholderData: keepPreviousData,
    enabled: compare !== undefined,
    // Large comparisons are not refetched automatically.
    refetchInterval: ({ state }) => ((state.data?.rows.length ?? 0) > pageRows ? false : refreshMs),
    staleTime: refreshMs / 2,
  });
  const found = compare === undefined ? undefined : data;
  const { by, isDown } = orderOf(definition);
  const rows = useMemo(
    () => (found === undefined ? undefined : sortRows(found, { by, isDown, order })),
    [found, by, isDown, order],
  );
  return {
    rows,
    meta: found?.now.meta,
    labels: found?.labels ?? noLabels,
    totals: found?.now.meta.totals,
    totalsBefore: found?.totalsBefore,
    period: found?.period,
    isPartly: found?.isPartly ?? false,
    error,
    retry: () => void refetch(),
    isOld: isPlaceholderData,
    readOn: () => undefined,
  };
}

/** Returns the requested order or the server's default order: time ascending, otherwise the first metric descending. */
function orderOf({ dimensions = [], metrics = [], sortBy, sortDir }: PanelReportDefinition) {
  const [first] = dimensions;
  if (sortBy !== undefined) return { by: sortBy, isDown: sortDir === 'desc' };
  return first !== undefined && isTimeDimension(first)
    ? { by: first, isDown: false }
    : { by: metrics[0] ?? '', isDown: true };
}

async function readBoth(
  fetchReport: FetchReport,
  definition: PanelReportDefinition,
  period: { from: string; to: string },
) {
  const { dimensions = [], metrics = [], filters = [] } = definition;
  // Metric filters apply to the current period only, because the same rows may have any values in the comparison
  // period.
  const open = filters.filter(({ field }) => isDimensionId(field));
  const [now, before] = await Promise.all([
    readAll(fetchReport, definition),
    readAll(fetchReport, { ...definition, from: period.from, to: period.to, filters: open }),
  ]);
  const isGoneLeftOut = open.length < filters.length;
  const rows = compareRows({ dimensions, metrics }, { now, before, isGoneLeftOut });
  return {
    rows,
    // With metric filters, only the rows shown are added up, because the comparison period also contains rows that
    // these filters exclude.
    totalsBefore: isGoneLeftOut ? totalsBeforeOf(rows, metrics) : before.first.meta.totals,
    // The comparison period may contain records that the current period does not contain.
    labels: joinLabels([...before.answers, ...now.answers]),
    now: now.first,
    isPartly: !now.isWhole || !before.isWhole,
  };
}

function totalsBeforeOf(rows: readonly ShownRow[], metrics: readonly MetricId[]): ReportValues {
  const known = rows.map(({ before }) => before as MetricValues | undefined);
  return Object.fromEntries(metrics.map((id) => [id, totalOf(id, known) ?? null]));
}

/** Reads all pages, with the largest rows first. Only the first response includes totals. */
async function readAll(fetchReport: FetchReport, definition: PanelReportDefinition) {
  const [sortBy = 'visits'] = definition.metrics ?? [];
  const sorted = { ...definition, sortBy, sortDir: 'desc' as const, limit: pageRows };
  const first = await fetchReport({ ...sorted, totals: true });
  const answers = [first];
  let [at, last] = [first.rows.length, first];
  while (last.meta.hasMore && at < rowsMax) {
    last = await fetchReport({ ...sorted, offset: at });
    answers.push(last);
    at += last.rows.length;
  }
  return { first, answers, rows: answers.flatMap(({ rows }) => rows), isWhole: !last.meta.hasMore };
}

/** Sorts the rows. Unknown values come last in both directions. */
function sortRows(
  { rows, labels }: { rows: readonly ShownRow[]; labels: PanelReport['meta']['labels'] },
  { by, isDown, order }: { by: string; isDown: boolean; order: 'change' | undefined },
): ShownRow[] {
  const valueOf = (row: ShownRow) => {
    if (order === 'change' && !isDimensionId(by)) return changeOf(row, by);
    const value = row.values[by] ?? null;
    return value === null ? null : (labels[by]?.[String(value)] ?? value);
  };
  return rows
    .map((row) => ({ row, value: valueOf(row) }))
    .toSorted((one, other) => {
      if (one.value === null || other.value === null)
        return Number(one.value === null) - Number(other.value === null);
      return compareValues(one.value, other.value) * (isDown ? -1 : 1);
    })
    .map(({ row }) => row);
}
