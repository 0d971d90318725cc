import { listSums, nameSum, type SumUnits } from '../../domain/reports/metric-sums.ts';
import { microsOf, type CustomMetric } from '../../domain/reports/custom-metric.ts';
import { matchesUnits } from '../../domain/reports/match-metric.ts';
import {
  totalsDefinition,
  type ComputedReport,
  type CustomSelection,
  type ReportDefinition,
  type ReportPage,
} from '../../domain/reports/report-definition.ts';
import { queryTimedOut, reportRequest, requestTooLarge } from '../../traffic/request-errors.ts';
import type { ReportGroup } from '../../traffic/traffic-store.ts';
import type { WorkspaceContext } from '../context.ts';
import type { WithTraffic } from '../tools.ts';
import { TopRows } from './top-rows.ts';

export type SelectedReport = ComputedReport & { custom: CustomSelection };

// Maximum number of rows that are computed for a page. The rows are read and computed for each page.
const computedRowsMax = 500_000;
const timeoutMs = 20_000;
// Maximum number of rows of a file that is sorted by a custom metric, because all of them are kept in memory.
const sortedRowsMax = 200_000;
const batchRows = 5_000;
// Maximum number of rows by which the totals query is limited.
const listedGroupsMax = 500;

type Selection = {
  groups: ReportGroup[];
  totalRows: number;
  // Sums of all matching rows.
  sums: SumUnits;
  // All matching rows, or the first ones if there are more than `listedGroupsMax`.
  matching: ReportGroup['keys'][];
};

// Computes all rows of a report that is sorted or filtered by custom metrics, and returns one page of them.
export async function readSelectedPage(
  { traffic, workspaceId }: WorkspaceContext & WithTraffic,
  { definition, custom }: SelectedReport,
  { limit, offset }: ReportPage,
  signal: AbortSignal | undefined,
): Promise<Selection> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const ended = signal === undefined ? timeout : AbortSignal.any([timeout, signal]);
  const top = new TopRows<ReportGroup>(custom.sort?.direction ?? 'asc', offset + limit);
  const sums = new Map(listSums(definition.metrics).map((sum) => [nameSum(sum), 0n]));
  const matching: ReportGroup['keys'][] = [];
  let [read, totalRows] = [0, 0];
  try {
    for await (const groups of traffic.streamReport({ workspaceId, definition, signal: ended })) {
      read += groups.length;
      if (read > computedRowsMax) throw tooManyRows(computedRowsMax);
      const selected = groups.filter((group) => isSelected(group, custom));
      totalRows += selected.length;
      matching.push(...selected.slice(0, listedGroupsMax - matching.length).map(({ keys }) => keys));
      for (const group of selected) top.add(group, sortValue(group, custom.sort?.by));
      addSums(sums, selected);
    }
  } catch (error) {
    throw timeout.aborted && signal?.aborted !== true ? queryTimedOut(reportRequest, error) : error;
  }
  return { groups: top.list().slice(offset), totalRows, sums, matching };
}

function addSums(sums: Map<string, bigint>, groups: readonly ReportGroup[]): void {
  for (const group of groups)
    for (const [name, units] of group.sums) sums.set(name, (sums.get(name) ?? 0n) + units);
}

function isSelected({ sums }: ReportGroup, { filters }: CustomSelection): boolean {
  return filters.every((filter) => matchesUnits(microsOf(filter.field, sums), filter));
}

// Without a custom sort order, all values are equal, so that the rows keep the order of the store.
function sortValue({ sums }: ReportGroup, by: CustomMetric | undefined): bigint | null {
  return by === undefined ? null : microsOf(by, sums);
}

function tooManyRows(most: number) {
  return requestTooLarge(
    reportRequest,
    `has more than ${most} rows, which is too many for sorting or filtering by a custom metric`,
  );
}

// Yields all selected rows in their order, for files.
export async function* selectRows(
  { custom }: SelectedReport,
  batches: AsyncGenerator<ReportGroup[]>,
): AsyncGenerator<ReportGroup[]> {
  const { sort } = custom;
  const top = new TopRows<ReportGroup>(sort?.direction ?? 'asc', sortedRowsMax);
  for await (const groups of batches) {
    const selected = groups.filter((group) => isSelected(group, custom));
    if (sort === undefined) yield selected;
    else for (const group of selected) top.add(group, sortValue(group, sort.by));
    if (top.added > sortedRowsMax) throw tooManyRows(sortedRowsMax);
  }
  const sorted = top.list();
  for (let at = 0; at < sorted.length; at += batchRows) yield sorted.slice(at, at + batchRows);
}

// Returns the definition of the totals of the selected rows, or undefined if the totals are the sums of the rows. They
// are not if a visit can be counted in several rows.
export function selectedTotals(
  definition: ReportDefinition,
  { totalRows, matching }: Pick<Selection, 'totalRows' | 'matching'>,
): ReportDefinition | 'too-many-rows' | undefined {
  const { dimensions, metrics } = definition;
  const isAdded = !dimensions.includes('tag') && listSums(metrics).every(({ type }) => type === 'sum');
  if (isAdded) return undefined;
  if (totalRows > listedGroupsMax) return 'too-many-rows';
  return { ...totalsDefinition(definition), within: { dimensions, metricFilters: [], groups: matching } };
}
