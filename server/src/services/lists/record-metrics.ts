import type { RecordDimension } from '@waypost/contract/reports/report-dimensions.ts';
import type { MetricId } from '@waypost/contract/reports/report-metrics.ts';
import { panelForm } from '@waypost/contract/reports/report-forms.ts';
import { computeMicros, listSums, nameSum, type SumUnits } from '../../domain/reports/metric-sums.ts';
import { periodBefore } from '../../domain/reports/period-before.ts';
import { totalsDefinition, type ReportDefinition } from '../../domain/reports/report-definition.ts';
import { writeMicros } from '../../domain/reports/read-row.ts';
import type { WorkspaceContext } from '../context.ts';
import type { WithTraffic } from '../tools.ts';
import { invalidInput, type InputIssue } from '../parse-input.ts';
import { openReport, withReportSlot } from '../reports/open-report.ts';

export type RequestedMetrics = {
  metrics?: MetricId[] | undefined;
  from?: string | undefined;
  to?: string | undefined;
  timezone?: string | undefined;
  compare?: 'previous' | undefined;
};

export type MetricValues = Record<string, number | null>;

type PeriodMetrics = {
  of: (id: string) => MetricValues;
  /** Returns a metric in millionths for sorting, or null for a ratio with a zero divisor. */
  microsOf: (id: string, metric: MetricId) => bigint | null;
  totals: MetricValues;
};

export type RecordMetrics = { current: PeriodMetrics; previous: PeriodMetrics | undefined };

export function rejectUnusedMetrics(requested: RequestedMetrics, sortedBy: string | undefined): void {
  const { metrics, from, to } = requested;
  const issues: InputIssue[] = [];
  if (metrics === undefined)
    for (const path of ['from', 'to', 'timezone', 'compare'] as const)
      if (requested[path] !== undefined) issues.push({ path, message: 'requires metrics' });
  if (metrics !== undefined && from === undefined) issues.push({ path: 'from', message: 'is required' });
  if (metrics !== undefined && to === undefined) issues.push({ path: 'to', message: 'is required' });
  if (sortedBy !== undefined && metrics?.some((metric) => metric === sortedBy) !== true)
    issues.push({ path: 'sort', message: 'must be one of the requested metrics' });
  if (issues.length > 0) throw invalidInput(issues);
}

export async function readRecordMetrics(
  context: WorkspaceContext & WithTraffic,
  { dimension, ids }: { dimension: RecordDimension; ids: string[] },
  { metrics = [], from, to, timezone, compare }: RequestedMetrics,
): Promise<RecordMetrics> {
  const input = { from, to, timezone, dimensions: dimension, metrics: metrics.join(',') };
  const { definition } = await openReport(context, input, panelForm);
  const own: ReportDefinition = {
    ...definition,
    dimensionFilters: [{ field: dimension, operator: '=', keys: ids, isMissingMeant: false }],
  };
  const read = (requested: ReportDefinition) => readPeriod(context, requested);
  return await withReportSlot(context.workspaceId, async () => {
    const [current, previous] = await Promise.all([
      read(own),
      compare === undefined
        ? undefined
        : read({ ...own, range: periodBefore(own.range, context.now().getTime()) }),
    ]);
    return { current, previous };
  });
}

async function readPeriod(
  context: WorkspaceContext & WithTraffic,
  definition: ReportDefinition,
): Promise<PeriodMetrics> {
  const { metrics } = definition;
  const nothing: SumUnits = new Map(listSums(metrics).map((sum) => [nameSum(sum), 0n]));
  const readGroups = async (requested: ReportDefinition) => {
    const { workspaceId } = context;
    const isAny = definition.dimensionFilters.some(({ keys }) => keys.length > 0);
    return isAny ? (await context.traffic.readReport({ workspaceId, definition: requested })).groups : [];
  };
  // The totals are queried instead of summed, because a visit can count toward several records.
  const [groups, [total]] = await Promise.all([
    readGroups(definition),
    readGroups(totalsDefinition(definition)),
  ]);
  const byId = new Map(groups.map(({ keys, sums }) => [String(keys[0]), sums]));
  const sumsOf = (id: string) => byId.get(id) ?? nothing;
  const show = (sums: SumUnits): MetricValues =>
    Object.fromEntries(metrics.map((metric) => [metric, present(computeMicros(metric, sums))]));
  return {
    of: (id) => show(sumsOf(id)),
    microsOf: (id, metric) => computeMicros(metric, sumsOf(id)),
    totals: show(total?.sums ?? nothing),
  };
}

function present(micros: bigint | null): number | null {
  return micros === null ? null : Number(writeMicros(micros));
}
