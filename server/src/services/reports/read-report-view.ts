import { scopeOfFilters, type FieldLabels } from '@waypost/contract/reports/field-labels.ts';
import { definitionForm } from '@waypost/contract/reports/report-forms.ts';
import { isDimensionId, isRecordDimension } from '@waypost/contract/reports/report-dimensions.ts';
import type { AnyMetricId } from '@waypost/contract/reports/custom-metric-ids.ts';
import type { MetricInfo } from '@waypost/contract/reports/describe-metric.ts';
import { reportLimits, type Report, type ReportRow } from '@waypost/contract/reports/reports.ts';
import type { SavedDefinition } from '@waypost/contract/reports/saved-reports.ts';
import { seriesOf, type TimePoint, type TimeStep } from '@waypost/contract/reports/time-series.ts';
import { resolveSavedReport, type ResolvedReport } from '../../domain/reports/resolve-saved-report.ts';
import { findWorkspaceSettings } from '../../store/accounts/workspace-settings.ts';
import { getMetricDescriber } from './get-metric-describer.ts';
import { readInWorkspace, type WorkspaceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { refuseMissing } from '../refuse-missing.ts';
import type { WithTraffic } from '../tools.ts';
import { getFieldLabels } from './field-names.ts';
import { getReport } from './get-report.ts';
import { findLabels } from './present-row.ts';

// Content of a saved report at one time, with the names of everything in it, for pages and messages.
export type ReportView = {
  name: string;
  workspace: string;
  resolved: ResolvedReport;
  report: Report;
  totalsBefore: ReportRow | undefined;
  chart: { metric: AnyMetricId; step: TimeStep; points: TimePoint[] } | undefined;
  names: FieldLabels;
  describeMetric: (id: AnyMetricId) => MetricInfo;
  filterLabels: Record<string, Record<string, string>>;
};

type ReadingContext = WorkspaceContext & WithTraffic;

export async function readReportView(
  context: ReadingContext,
  { name, question }: { name: string; question: SavedDefinition },
  {
    at,
    isSummary = false,
    limit,
    offset = 0,
    signal,
  }: { at: Date; isSummary?: boolean; limit: number; offset?: number; signal?: AbortSignal | undefined },
): Promise<ReportView> {
  requirePermission(context.actor, 'reports.read');
  const settings = await readInWorkspace(context, 'lookup', (executor) =>
    findWorkspaceSettings(executor, context.workspaceId),
  );
  const { name: workspace, timezone } = settings ?? refuseMissing('workspace');
  const resolved = resolveSavedReport(question, { timezone, at, isSummary });
  const read = (input: object) =>
    getReport(context, input, { form: definitionForm, ...(signal === undefined ? {} : { signal }) });
  const { definition } = resolved;
  const report = await read({ ...definition, totals: true, limit, offset });
  const totalsBefore = await readTotalsBefore(resolved, read);
  const used = [...report.meta.dimensions, ...report.meta.metrics];
  const filters = definition.filters ?? [];
  const fields = [...used, ...filters.map(({ field }) => field)];
  const describeMetric = await getMetricDescriber(context, [...fields, resolved.chart?.metric ?? '']);
  const chart = await readChart(resolved, { now: at, read, describeMetric });
  return {
    name,
    workspace,
    resolved,
    report,
    totalsBefore,
    chart,
    describeMetric,
    names: await getFieldLabels(context, fields, scopeOfFilters(filters)),
    filterLabels: await findFilterLabels(context, filters),
  };
}

type ReadReport = (input: object) => Promise<Report>;

async function readTotalsBefore(
  { definition, compared }: ResolvedReport,
  read: ReadReport,
): Promise<ReportRow | undefined> {
  if (compared === undefined) return undefined;
  const { meta } = await read({ ...definition, ...compared, totals: true, limit: 1 });
  return meta.totals;
}

async function readChart(
  { definition, chart, compared }: ResolvedReport,
  { now, read, describeMetric }: { now: Date; read: ReadReport } & Pick<ReportView, 'describeMetric'>,
): Promise<ReportView['chart']> {
  if (chart === undefined) return undefined;
  const { metric, step, days, filters } = chart;
  const { timezone, includeTests, countBy } = definition;
  const common = {
    timezone,
    dimensions: [step],
    metrics: [metric],
    filters,
    limit: reportLimits.rowsMax,
    ...(includeTests === undefined ? {} : { includeTests }),
    ...(countBy === undefined ? {} : { countBy }),
  };
  const readRows = async (period: { from: string; to: string }) =>
    (await read({ ...common, ...period })).rows;
  const rows = await readRows(days);
  const before = compared === undefined ? [] : await readRows(compared);
  const other =
    compared === undefined ? {} : { other: { from: compared.from, to: compared.to.slice(0, 10) } };
  const points = seriesOf(
    { metric, isSummed: describeMetric(metric).isSummed },
    { days, step, timezone, now, ...other },
    rows,
    before,
  );
  const shown = compared === undefined ? points.map((point) => ({ ...point, before: null })) : points;
  return { metric, step, points: shown };
}

// Finds the names of the records in the filters, which are not always in the rows.
async function findFilterLabels(
  context: ReadingContext,
  filters: NonNullable<SavedDefinition['filters']>,
): Promise<Record<string, Record<string, string>>> {
  const labels: Record<string, Record<string, string>> = {};
  for (const { field, values } of filters) {
    if (!isDimensionId(field) || !isRecordDimension(field)) continue;
    // Only the first values are shown.
    const rows = values.slice(0, 3).map((value) => ({ [field]: value }));
    const found = await findLabels(context, [field], rows);
    labels[field] = { ...labels[field], ...found[field] };
  }
  return labels;
}
