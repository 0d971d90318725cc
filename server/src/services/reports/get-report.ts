import type { ReportForm } from '@waypost/contract/reports/report-forms.ts';
import { reportLimits, type Report, type ReportRow } from '@waypost/contract/reports/reports.ts';
import { idOf } from '../../domain/reports/custom-metric.ts';
import { listSums, type SumUnits } from '../../domain/reports/metric-sums.ts';
import {
  totalsDefinition,
  type ComputedReport,
  type ReportPage,
  type ReportDefinition,
} from '../../domain/reports/report-definition.ts';
import type { ReportGroup } from '../../traffic/traffic-store.ts';
import type { WorkspaceContext } from '../context.ts';
import type { WithTraffic } from '../tools.ts';
import { openReport, readFreshness, withReportSlot } from './open-report.ts';
import { findLabels, presentMetrics, presentRow, rowReader } from './present-row.ts';
import { readSelectedPage, selectedTotals, type SelectedReport } from './select-rows.ts';

type Values = Record<string, number | null>;
type ReadPage = { groups: ReportGroup[]; totalRows: number; totals?: Values | undefined };
type PageRequest = { page: ReportPage; hasTotals: boolean; signal: AbortSignal | undefined };

export async function getReport(
  context: WorkspaceContext & WithTraffic,
  input: unknown,
  { form, signal }: { form: ReportForm; signal?: AbortSignal },
): Promise<Report> {
  const { query, currency, ...report } = await openReport(context, input, form);
  const { definition, columns, custom } = report;
  const page = { limit: query.limit ?? reportLimits.rowsByDefault, offset: query.offset ?? 0 };
  const request = { page, hasTotals: query.totals === '1' || query.totals === true, signal };
  // Read before the rows, so that the rows are at least as fresh as this time.
  const freshness = await readFreshness(context);
  const { groups, totalRows, totals } = await withReportSlot(context.workspaceId, () =>
    custom === undefined
      ? readPage(context, report, request)
      : readSelected(context, { ...report, custom }, request),
  );
  const read = rowReader({ dimensions: definition.dimensions, metrics: columns });
  const rows: ReportRow[] = groups.map((group) => presentRow(read(group), columns));
  const { range, timezone, dimensions } = definition;
  return {
    rows,
    meta: {
      from: new Date(range.fromMs).toISOString(),
      to: new Date(range.toMs).toISOString(),
      timezone,
      currency,
      dimensions: [...dimensions],
      metrics: columns.map(idOf),
      ...page,
      count: rows.length,
      totalRows,
      hasMore: page.offset + rows.length < totalRows,
      labels: await findLabels(context, dimensions, rows),
      freshness: freshness.toISOString(),
      ...(totals === undefined ? {} : { totals }),
    },
  };
}

async function readPage(
  context: WorkspaceContext & WithTraffic,
  report: ComputedReport,
  { page, hasTotals, signal }: PageRequest,
): Promise<ReadPage> {
  const { workspaceId } = context;
  const { definition } = report;
  const [{ groups, totalRows }, totals] = await Promise.all([
    context.traffic.readReport({ workspaceId, definition, page, signal }),
    hasTotals ? readTotals(context, report, totalsDefinition(definition), signal) : undefined,
  ]);
  return { groups, totalRows, totals };
}

/**
 * Reads the totals from the traffic store, because a visit can be in several rows, for example in one row for each of
 * its tags.
 */
async function readTotals(
  context: WorkspaceContext & WithTraffic,
  report: ComputedReport,
  definition: ReportDefinition,
  signal: AbortSignal | undefined,
): Promise<Values> {
  const { workspaceId } = context;
  const { groups } = await context.traffic.readReport({ workspaceId, definition, signal });
  const [totals = { sums: new Map() }] = groups;
  return presentTotals(report, totals.sums);
}

async function readSelected(
  context: WorkspaceContext & WithTraffic,
  report: SelectedReport,
  { page, hasTotals, signal }: PageRequest,
): Promise<ReadPage> {
  const { definition, custom } = report;
  const selection = await readSelectedPage(context, report, page, signal);
  if (!hasTotals) return selection;
  if (custom.filters.length === 0)
    return {
      ...selection,
      totals: await readTotals(context, report, totalsDefinition(definition), signal),
    };
  const requested = selectedTotals(definition, selection);
  if (typeof requested === 'object')
    return { ...selection, totals: await readTotals(context, report, requested, signal) };
  const values = presentTotals(report, selection.sums);
  return { ...selection, totals: requested === undefined ? values : withoutUnknown(report, values) };
}

function presentTotals({ columns }: ComputedReport, sums: SumUnits): Values {
  return presentMetrics(rowReader({ dimensions: [], metrics: columns })({ keys: [], sums }), columns);
}

// Leaves out the totals that cannot be added up from rows, because a visit may be counted in several of them.
function withoutUnknown({ definition: { dimensions }, columns }: ComputedReport, values: Values): Values {
  const isAdded = (one: ComputedReport['columns'][number]) =>
    !dimensions.includes('tag') &&
    listSums(typeof one === 'string' ? [one] : one.parts).every(({ type }) => type === 'sum');
  return Object.fromEntries(
    columns.map((one) => [idOf(one), isAdded(one) ? (values[idOf(one)] ?? null) : null]),
  );
}
