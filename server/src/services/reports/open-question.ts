import { reportQuery, type ReportQuery } from '@waypost/contract/reports.ts';
import type { ReportQuestion } from '../../domain/reports/question.ts';
import { readQuestion } from '../../domain/reports/read-question.ts';
import { findWorkspaceSettings } from '../../store/workspace-settings.ts';
import { readInWorkspace, type WorkspaceContext } from '../context.ts';
import { invalidInput, parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { refuseMissing } from '../records/record-kind.ts';

export type OpenQuestion = { question: ReportQuestion; query: ReportQuery; currency: string };

/** Checks who asks and what; without a timezone, clocks are those of the workspace. */
export async function openQuestion(context: WorkspaceContext, input: unknown): Promise<OpenQuestion> {
  requirePermission(context.actor, 'reports.read');
  const query = parseInput(reportQuery, input);
  const { timezone, currency } = await readSettings(context);
  const reading = readQuestion(query, timezone);
  if ('issues' in reading) throw invalidInput(reading.issues);
  return { question: reading.question, query, currency };
}

async function readSettings(context: WorkspaceContext) {
  const settings = await readInWorkspace(context, 'lookup', (executor) =>
    findWorkspaceSettings(executor, context.workspaceId),
  );
  return settings ?? refuseMissing('workspace');
}
