import type { RequestedReport, ReportForm } from '@waypost/contract/report-forms.ts';
import type { ReportDefinition } from '../../domain/reports/report-definition.ts';
import { readDefinition } from '../../domain/reports/read-definition.ts';
import { findWorkspaceSettings } from '../../store/accounts/workspace-settings.ts';
import type { Database } from '../../store/database/database.ts';
import { makeWorkspaceTurns } from '../../store/database/workspace-turns.ts';
import { readShippedUntil } from '../../store/publishing/freshness.ts';
import { readAsSystem, readInWorkspace, type ServiceContext, type WorkspaceContext } from '../context.ts';
import { invalidInput, parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { refuseMissing } from '../records/record-kind.ts';

// A workspace that asks for much at once waits for itself; others find the way free.
const turns = makeWorkspaceTurns(3, 10_000);

export async function takeTurn<Result>(workspaceId: string, work: () => Promise<Result>): Promise<Result> {
  return await turns.take(workspaceId, work);
}

type OpenQuestion = { question: ReportDefinition; query: RequestedReport; currency: string };

/** Checks who asks and what; without a timezone, clocks are those of the workspace. */
export async function openReport(
  context: WorkspaceContext,
  input: unknown,
  form: ReportForm,
): Promise<OpenQuestion> {
  requirePermission(context.actor, 'reports.read');
  const query = parseInput(form.query, input);
  const { timezone, currency } = await readSettings(context);
  const reading = readDefinition(query, timezone, form.vocabulary);
  if ('issues' in reading) throw invalidInput(reading.issues);
  return { question: reading.question, query, currency };
}

async function readSettings(context: WorkspaceContext) {
  const settings = await readInWorkspace(context, 'lookup', (executor) =>
    findWorkspaceSettings(executor, context.workspaceId),
  );
  return settings ?? refuseMissing('workspace');
}

// Edges tell how far they are every second; to ask much more often than that would tell no more.
const keptMs = 250;
const known = new WeakMap<Database, { askedAt: number; answer: Promise<Date> }>();

/**
 * Up to when recorded visits, landing clicks and conversions are in reports for certain. It is the same for all
 * workspaces, and may be a little old: then it says less than it could, never more.
 */
export async function readFreshness(context: ServiceContext): Promise<Date> {
  const before = known.get(context.database);
  if (before !== undefined && performance.now() - before.askedAt < keptMs) return await before.answer;
  const answer = readAsSystem(context, readShippedUntil);
  known.set(context.database, { askedAt: performance.now(), answer });
  answer.catch(() => known.delete(context.database));
  return await answer;
}
