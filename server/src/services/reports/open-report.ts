import type { RequestedReport, ReportForm } from '@waypost/contract/reports/report-forms.ts';
import type { CustomMetric } from '../../domain/reports/custom-metric.ts';
import type { ComputedReport } from '../../domain/reports/report-definition.ts';
import { isCustomMetricId } from '@waypost/contract/reports/custom-metric-ids.ts';
import { readDefinition } from '../../domain/reports/read-definition.ts';
import { findWorkspaceSettings } from '../../store/accounts/workspace-settings.ts';
import type { Database } from '../../store/database/database.ts';
import { createWorkspaceLimiter } from '../../store/database/workspace-limiter.ts';
import { readShippedUntil } from '../../store/queues/shipped-until.ts';
import { readAsSystem, readInWorkspace, type ServiceContext, type WorkspaceContext } from '../context.ts';
import { findCustomMetrics } from './find-custom-metrics.ts';
import { invalidInput, parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { refuseMissing } from '../refuse-missing.ts';

// Limits concurrent reports per workspace, so that one workspace cannot slow down other workspaces.
const turns = createWorkspaceLimiter(3, 10_000);

export async function withReportSlot<Result>(
  workspaceId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  return await turns.take(workspaceId, work);
}

type OpenedReport = ComputedReport & { query: RequestedReport; currency: string };

export async function openReport(
  context: WorkspaceContext,
  input: unknown,
  form: ReportForm,
): Promise<OpenedReport> {
  requirePermission(context.actor, 'reports.read');
  const query = parseInput(form.query, input);
  const [{ timezone, currency }, customMetrics] = await Promise.all([
    readSettings(context),
    namesCustomMetric(query) ? readCustomMetrics(context) : [],
  ]);
  const reading = readDefinition(query, { timezone, customMetrics }, form.vocabulary);
  if ('issues' in reading) throw invalidInput(reading.issues);
  return { ...reading, query, currency };
}

async function readSettings(context: WorkspaceContext) {
  const settings = await readInWorkspace(context, 'lookup', (executor) =>
    findWorkspaceSettings(executor, context.workspaceId),
  );
  return settings ?? refuseMissing('workspace');
}

async function readCustomMetrics(context: WorkspaceContext): Promise<CustomMetric[]> {
  return await readInWorkspace(context, 'list', (executor) =>
    findCustomMetrics(executor, context.workspaceId),
  );
}

// Only reports with custom metrics read them. A text that looks like one does no harm.
export function namesCustomMetric({ metrics, filter, filters }: RequestedReport): boolean {
  return (
    (metrics ?? []).some(isCustomMetricId) ||
    (filter ?? []).some((expression) => expression.includes('custom')) ||
    (filters ?? []).some(({ field }) => isCustomMetricId(field))
  );
}

// Edges report their progress every second, so reading it more often would not give fresher values.
const cacheMs = 250;
const cache = new WeakMap<Database, { askedAt: number; answer: Promise<Date> }>();

/**
 * Returns the time up to which all visits, landing-page clicks and conversions are included in reports. The time is the
 * same for all workspaces. It may be slightly behind, but never ahead.
 */
export async function readFreshness(context: ServiceContext): Promise<Date> {
  const before = cache.get(context.database);
  if (before !== undefined && performance.now() - before.askedAt < cacheMs) return await before.answer;
  const answer = readAsSystem(context, readShippedUntil);
  cache.set(context.database, { askedAt: performance.now(), answer });
  answer.catch(() => cache.delete(context.database));
  return await answer;
}
