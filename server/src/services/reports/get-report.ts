import type { ReportForm } from '@waypost/contract/reports/report-forms.ts';
import { reportLimits, type Report, type ReportRow } from '@waypost/contract/reports/reports.ts';
import {
  totalsDefinition,
  type ReportPage,
  type ReportDefinition,
} from '../../domain/reports/report-definition.ts';
import type { WorkspaceContext } from '../context.ts';
import type { WithTraffic } from '../tools.ts';
import { openReport, readFreshness, withReportSlot } from './open-report.ts';
import { findLabels, presentMetrics, presentRow, rowReader } from './present-row.ts';

export async function getReport(
  context: WorkspaceContext & WithTraffic,
  input: unknown,
  { form, signal }: { form: ReportForm; signal?: AbortSignal },
): Promise<Report> {
  const { definition, query, currency } = await openReport(context, input, form);
  const page = { limit: query.limit ?? reportLimits.rowsByDefault, offset: query.offset ?? 0 };
  // Read before the rows, so that the rows are at least as fresh as this time.
  const freshness = await readFreshness(context);
  const [{ rows, totalRows }, totals] = await withReportSlot(context.workspaceId, () =>
    Promise.all([
      readPage(context, definition, page, signal),
      query.totals === undefined || query.totals === false
        ? undefined
        : readTotals(context, definition, signal),
    ]),
  );
  const { range, timezone, dimensions, metrics } = definition;
  return {
    rows,
    meta: {
      from: new Date(range.fromMs).toISOString(),
      to: new Date(range.toMs).toISOString(),
      timezone,
      currency,
      dimensions: [...dimensions],
      metrics: [...metrics],
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
  definition: ReportDefinition,
  page: ReportPage,
  signal: AbortSignal | undefined,
): Promise<{ rows: ReportRow[]; totalRows: number }> {
  const { workspaceId } = context;
  const { groups, totalRows } = await context.traffic.readReport({
    workspaceId,
    definition,
    page,
    signal,
  });
  const read = rowReader(definition);
  return { rows: groups.map((group) => presentRow(read(group), definition.metrics)), totalRows };
}

/**
 * Reads the totals from the traffic store, because a visit can be in several rows, for example in one row for each of
 * its tags.
 */
async function readTotals(
  context: WorkspaceContext & WithTraffic,
  definition: ReportDefinition,
  signal: AbortSignal | undefined,
) {
  const totalsOnly = totalsDefinition(definition);
  const { workspaceId } = context;
  const { groups } = await context.traffic.readReport({
    workspaceId,
    definition: totalsOnly,
    signal,
  });
  const [totals = { keys: [], sums: new Map() }] = groups;
  return presentMetrics(rowReader(totalsOnly)(totals), definition.metrics);
}
