import type { ListPage } from '@waypost/contract/api/paging.ts';
import { panelForm } from '@waypost/contract/reports/report-forms.ts';
import {
  newSavedReport,
  savedReportChange,
  savedReportListQuery,
  savedReportsMax,
  type ListedReport,
  type SavedDefinition,
  type SavedReport,
} from '@waypost/contract/reports/saved-reports.ts';
import { readDefinition } from '../../domain/reports/read-definition.ts';
import { WaypostError } from '../../platform/errors.ts';
import { isId, newId } from '../../platform/ids.ts';
import type { Executor } from '../../store/database/database.ts';
import {
  countSavedReports,
  deleteSavedReport,
  findSavedReport,
  findSavedReportForUpdate,
  insertSavedReport,
  listSavedReportRows,
  updateSavedReport,
  type ListedReportRow,
  type SavedReportRow,
} from '../../store/records/saved-reports.ts';
import { recordChange } from '../audit/record-change.ts';
import { inWorkspace, readInWorkspace, type Actor, type WorkspaceContext } from '../context.ts';
import { listItems } from '../lists/list-items.ts';
import { findCustomMetrics } from '../reports/find-custom-metrics.ts';
import { invalidInput, parseInput } from '../parse-input.ts';
import { isAllowed, requirePermission } from '../permissions.ts';
import { refuseMissing } from '../refuse-missing.ts';
import { namesCustomMetric } from '../reports/open-report.ts';
import { requireVersions } from '../records/require-version.ts';
import { beforeAndAfter, changedFields } from '../records/update-record.ts';

/** Context of a person. Saved reports belong to people, so API keys and the operator have no saved reports. */
type PersonContext = WorkspaceContext & { actor: Extract<Actor, { type: 'user' }> };

export const notYours =
  'Only the owner of a saved report can change it. Admins can change it as long as it remains shared.';
export const tooManySaved = `You have reached the limit of ${savedReportsMax} saved reports. Delete one first.`;

function presentListed(row: ListedReportRow, { actor }: PersonContext): ListedReport {
  const { id, name, isShared, ownerId, version } = row;
  return {
    id,
    name,
    isShared,
    ownerId,
    isMine: ownerId === actor.id,
    version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

const savedReportList = {
  name: 'saved-reports',
  query: savedReportListQuery,
  idOf: ({ id }: ListedReport) => id,
  sorts: {
    name: ({ name }: ListedReport) => name.toLowerCase(),
    createdAt: ({ createdAt }: ListedReport) => createdAt,
    updatedAt: ({ updatedAt }: ListedReport) => updatedAt,
  },
  searched: ({ name, id }: ListedReport) => [name, id],
};

export async function listSavedReports(
  context: PersonContext,
  input: unknown,
): Promise<ListPage<ListedReport>> {
  requirePermission(context.actor, 'reports.read');
  return await listItems(context, savedReportList, input, async ({ shared }) => {
    const rows = await readInWorkspace(context, 'list', (executor) =>
      listSavedReportRows(executor, context.workspaceId, context.actor.id),
    );
    const wanted = rows.filter(({ isShared }) => shared === undefined || isShared === (shared === '1'));
    return wanted.map((row) => presentListed(row, context));
  });
}

export async function getSavedReport(context: PersonContext, id: string): Promise<SavedReport> {
  requirePermission(context.actor, 'reports.read');
  const { workspaceId, actor } = context;
  const row = isId(id)
    ? await readInWorkspace(context, 'lookup', (executor) =>
        findSavedReport(executor, workspaceId, { id, userId: actor.id }),
      )
    : undefined;
  if (row === undefined) refuseMissing('saved report');
  return { ...presentListed(row, context), question: { ...row.question } };
}

export async function createSavedReport(context: PersonContext, input: unknown): Promise<{ id: string }> {
  requirePermission(context.actor, 'reports.save');
  const { name, question, isShared } = parseInput(newSavedReport, input);
  if (isShared) requirePermission(context.actor, 'reports.share');
  const { workspaceId, actor } = context;
  const content = { name, question, isShared };
  const id = newId();
  await inWorkspace(context, async (executor) => {
    await validateDefinition(executor, workspaceId, question);
    if ((await countSavedReports(executor, workspaceId, actor.id)) >= savedReportsMax)
      throw new WaypostError('CONFLICT', tooManySaved, { details: { reason: 'too-many' } });
    const createdAt = context.now();
    await insertSavedReport(executor, workspaceId, { ...content, id, ownerId: actor.id, createdAt });
    await recordChange(executor, workspaceId, actor, {
      action: 'saved-report.create',
      subjectId: id,
      version: 1,
      ...(isShared ? { name, after: content } : {}),
    });
  });
  return { id };
}

export async function changeSavedReport(context: PersonContext, id: string, input: unknown): Promise<void> {
  requirePermission(context.actor, 'reports.save');
  const { name, question, isShared } = parseInput(savedReportChange, input);
  const { workspaceId, actor } = context;
  await inWorkspace(context, async (executor) => {
    if (question !== undefined) await validateDefinition(executor, workspaceId, question);
    const before = await getOwnForUpdate(executor, context, id);
    requireVersions(context, { name: 'saved-report' }, [before]);
    const changed = changedFields<SavedReportRow>(before, { name, question, isShared });
    if (Object.keys(changed).length === 0) return;
    const after = { ...before, ...changed, updatedAt: context.now() };
    if (after.isShared) requirePermission(actor, 'reports.share');
    else if (before.ownerId !== actor.id) refuseOthers();
    await updateSavedReport(executor, workspaceId, after);
    await recordChange(executor, workspaceId, actor, {
      action: 'saved-report.update',
      subjectId: before.id,
      version: before.version + 1,
      ...describeChange(before, after, changed),
    });
  });
}

/**
 * Describes a change for the audit log. Other people read the log, so it contains only what was shared before or after
 * the change.
 */
function describeChange(before: SavedReportRow, after: SavedReportRow, changed: Partial<SavedReportRow>) {
  if (before.isShared && after.isShared) return { name: before.name, ...beforeAndAfter(before, changed) };
  if (before.isShared === after.isShared) return {};
  const { name } = before.isShared ? before : after;
  return { name, ...beforeAndAfter(before, { isShared: after.isShared }) };
}

export async function removeSavedReport(context: PersonContext, id: string): Promise<null> {
  requirePermission(context.actor, 'reports.save');
  const { workspaceId, actor } = context;
  return await inWorkspace(context, async (executor) => {
    const { name, question, isShared, ...before } = await getOwnForUpdate(executor, context, id);
    await deleteSavedReport(executor, workspaceId, before.id);
    await recordChange(executor, workspaceId, actor, {
      action: 'saved-report.delete',
      subjectId: before.id,
      ...(isShared ? { name, before: { name, question, isShared } } : {}),
    });
    return null;
  });
}

const anyDay = '2026-01-01';

/**
 * Rejects a definition that the report would reject. If the definition has no time range, the check uses an arbitrary
 * day.
 */
async function validateDefinition(
  executor: Executor,
  workspaceId: string,
  question: SavedDefinition,
): Promise<void> {
  const { from, to } = question;
  const complete = { ...question, from: from ?? to ?? anyDay, to: to ?? from ?? anyDay };
  const customMetrics = namesCustomMetric(complete) ? await findCustomMetrics(executor, workspaceId) : [];
  const reading = readDefinition(complete, { timezone: 'UTC', customMetrics }, panelForm.vocabulary);
  if ('issues' in reading)
    throw invalidInput(reading.issues.map(({ path, message }) => ({ path: `question.${path}`, message })));
}

async function getOwnForUpdate(
  executor: Executor,
  { workspaceId, actor }: PersonContext,
  id: string,
): Promise<SavedReportRow> {
  const row = isId(id)
    ? await findSavedReportForUpdate(executor, workspaceId, { id, userId: actor.id })
    : undefined;
  if (row === undefined) refuseMissing('saved report');
  if (row.ownerId !== actor.id && !isAllowed(actor, 'reports.manage-shared')) refuseOthers();
  return row;
}

function refuseOthers(): never {
  throw new WaypostError('FORBIDDEN', notYours, { details: { reason: 'not-yours' } });
}
