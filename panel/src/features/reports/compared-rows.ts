import { isDimensionId, isTimeDimension } from '@waypost/contract/reports/report-dimensions.ts';
import type { AnyMetricId } from '@waypost/contract/reports/custom-metric-ids.ts';
import type { PanelReport, PanelReportDefinition } from '../../lib/api/api.ts';
import { changeOf, compareRows, type ReportValues, type ReportRow } from '../../lib/reports/compare-rows.ts';
import { totalOf, type MetricValues } from '../../lib/reports/metric-totals.ts';
import { compareValues } from '../../ui/table/column.ts';
import { joinLabels } from './join-labels.ts';
import { rowsMax } from './report.ts';

export const comparedPageRows = 1_000;
export type FetchReport = (definition: PanelReportDefinition) => Promise<PanelReport>;

/**
 * Returns the requested order or the server's default: ascending by a leading time dimension, otherwise descending by
 * the first metric.
 */
export function orderOf({ dimensions = [], metrics = [], sortBy, sortDir }: PanelReportDefinition) {
  const [first] = dimensions;
  if (sortBy !== undefined) return { by: sortBy, isDown: sortDir === 'desc' };
  return first !== undefined && isTimeDimension(first)
    ? { by: first, isDown: false }
    : { by: metrics[0] ?? '', isDown: true };
}

export async function readBoth(
  fetchReport: FetchReport,
  definition: PanelReportDefinition,
  period: { from: string; to: string },
) {
  const { dimensions = [], metrics = [], filters = [] } = definition;
  // Metric filters apply only to the current period, because rows that match now might not match in the comparison
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
    // With metric filters, the totals include only the rows shown, because the comparison period also contains rows
    // that these filters exclude.
    totalsBefore: isGoneLeftOut ? totalsBeforeOf(rows, metrics) : before.first.meta.totals,
    // The comparison period may contain records that the current period does not contain.
    labels: joinLabels([...before.answers, ...now.answers]),
    now: now.first,
    isPartly: !now.isWhole || !before.isWhole,
  };
}

function totalsBeforeOf(rows: readonly ReportRow[], metrics: readonly AnyMetricId[]): ReportValues {
  const known = rows.map(({ before }) => before as MetricValues | undefined);
  return Object.fromEntries(metrics.map((id) => [id, totalOf(id, known) ?? null]));
}

/** Reads all pages, with the largest rows first. Only the first response includes totals. */
async function readAll(fetchReport: FetchReport, definition: PanelReportDefinition) {
  const [sortBy = 'visits'] = definition.metrics ?? [];
  const sorted = { ...definition, sortBy, sortDir: 'desc' as const, limit: comparedPageRows };
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
export function sortRows(
  { rows, labels }: { rows: readonly ReportRow[]; labels: PanelReport['meta']['labels'] },
  { by, isDown, order }: { by: string; isDown: boolean; order: 'change' | undefined },
): ReportRow[] {
  const valueOf = (row: ReportRow) => {
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
