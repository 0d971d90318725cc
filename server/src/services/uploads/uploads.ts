import {
  newUpload,
  uploadLineListQuery,
  uploadListQuery,
  type Upload,
  type UploadLinePage,
  type UploadPage,
} from '@waypost/contract/conversions/file-uploads.ts';
import { isId, newId } from '../../platform/ids.ts';
import {
  deleteOldUploadLines,
  deleteOldUploads,
  findUpload,
  insertUpload,
  listUploadLinePage,
  listUploadPage,
  type UploadRow,
} from '../../store/uploads/uploads.ts';
import { actorColumns, recordChange } from '../audit/record-change.ts';
import {
  asSystem,
  inSnapshot,
  inWorkspace,
  readInWorkspace,
  type ServiceContext,
  type WorkspaceContext,
} from '../context.ts';
import { openList } from '../lists/open-list.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { refuseMissing } from '../refuse-missing.ts';

// A group of lines takes seconds, so an upload that has made no progress for this long has stopped.
const stalledMsMax = 10 * 60_000;

export function stalledSince(now: Date): Date {
  return new Date(now.getTime() - stalledMsMax);
}

const keptDays = 90;
const linesAtOnce = 10_000;

const stopped = {
  reason: 'stopped',
  message:
    'Reading the file was interrupted. Upload the file again. Lines that have already been imported will be skipped.',
} as const;

function presentUpload(row: UploadRow, now: Date): Upload {
  const { id, kind, fileName, options, lines, taken, counts, createdAt, endedAt, undoneAt } = row;
  const isStopped = row.state === 'reading' && row.touchedAt < stalledSince(now);
  const state = isStopped ? 'failed' : row.state;
  const dryRun = options['dryRun'] === true;
  const hasEnded = state === 'done' || state === 'failed';
  return {
    id,
    kind,
    fileName,
    dryRun,
    state,
    progress: { bytes: Number(row.bytes), lines, taken, refused: lines - taken },
    counts,
    failure: isStopped ? stopped : row.failure,
    canUndo: kind === 'costs' && !dryRun && hasEnded && taken > 0 && undoneAt === null,
    undoneAt: undoneAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    createdBy: { type: row.actorType, id: row.actorId, label: row.actorLabel },
    endedAt: endedAt?.toISOString() ?? null,
  };
}

export async function createUpload(context: WorkspaceContext, input: unknown): Promise<Upload> {
  requirePermission(context.actor, 'uploads.write');
  const { kind, fileName, ...options } = parseInput(newUpload, input);
  const { actor, workspaceId } = context;
  const id = newId();
  return await inWorkspace(context, async (executor) => {
    await insertUpload(executor, workspaceId, {
      id,
      kind,
      fileName,
      options,
      createdAt: context.now(),
      ...actorColumns(actor),
    });
    await recordChange(executor, workspaceId, actor, {
      action: 'upload.create',
      subjectId: id,
      name: fileName,
      details: { kind, dryRun: options.dryRun === true },
    });
    return await getUpload({ ...context, transaction: executor }, id);
  });
}

export async function requireUpload(context: WorkspaceContext, id: string): Promise<UploadRow> {
  const row = isId(id)
    ? await readInWorkspace(context, 'lookup', (executor) => findUpload(executor, context.workspaceId, id))
    : undefined;
  return row ?? refuseMissing('upload');
}

export async function getUpload(context: WorkspaceContext, id: string): Promise<Upload> {
  requirePermission(context.actor, 'uploads.read');
  return presentUpload(await requireUpload(context, id), context.now());
}

export async function listUploads(context: WorkspaceContext, input: unknown): Promise<UploadPage> {
  requirePermission(context.actor, 'uploads.read');
  const { filter, part, answer } = await openList(
    context,
    { name: 'uploads', query: uploadListQuery },
    input,
  );
  const now = context.now();
  const criteria = { ...filter, stalledSince: stalledSince(now) };
  const { rows, ...found } = await inSnapshot(
    context,
    (executor) => listUploadPage(executor, context.workspaceId, criteria, part),
    'list',
  );
  return answer(
    rows.map((row) => presentUpload(row, now)),
    found,
  );
}

export async function listUploadLines(
  context: WorkspaceContext,
  id: string,
  input: unknown,
): Promise<UploadLinePage> {
  requirePermission(context.actor, 'uploads.read');
  await requireUpload(context, id);
  const list = { name: `lines of ${id}`, query: uploadLineListQuery };
  const { filter, part, answer } = await openList(context, list, input);
  const { workspaceId } = context;
  const { rows, next } = await readInWorkspace(context, 'list', (executor) =>
    listUploadLinePage(executor, { workspaceId, id }, filter, part),
  );
  return answer(rows, { next, total: null });
}

/** Deletes lines in batches, so that no lock is held for long. */
export async function purgeUploads(context: ServiceContext): Promise<number> {
  requirePermission(context.actor, 'uploads.purge');
  const before = new Date(context.now().getTime() - keptDays * 86_400_000);
  const deleteLines = () =>
    asSystem(context, (executor) => deleteOldUploadLines(executor, before, linesAtOnce));
  while ((await deleteLines()) > 0);
  return await asSystem(context, (executor) => deleteOldUploads(executor, before));
}
