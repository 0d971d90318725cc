import type { UndoneUpload } from '@waypost/contract/conversions/file-uploads.ts';
import { WaypostError } from '../../platform/errors.ts';
import { listUploadRecords, markUndone } from '../../store/uploads/uploads.ts';
import { recordChange } from '../audit/record-change.ts';
import { inWorkspace, type WorkspaceContext } from '../context.ts';
import { withdrawCosts } from '../costs/withdraw-costs.ts';
import { requirePermission } from '../permissions.ts';
import { getUpload } from './uploads.ts';

// Entries per transaction. Each transaction locks the costs of its campaigns.
const entriesAtOnce = 200;

/**
 * Reverses the cost entries of a file, newest first. Entries that a later entry has replaced are kept until the later
 * entry is reversed. Can be repeated after an interruption.
 */
export async function undoUpload(context: WorkspaceContext, id: string): Promise<UndoneUpload> {
  requirePermission(context.actor, 'uploads.write');
  const { canUndo, fileName } = await getUpload(context, id);
  if (!canUndo)
    throw new WaypostError('CONFLICT', 'This upload has no cost entries that can be reversed', {
      reason: 'nothing-to-undo',
    });
  const { workspaceId } = context;
  const counts = { withdrawn: 0, failed: 0, replaced: 0 };
  let before: number | undefined = 2 ** 31 - 1;
  while (before !== undefined) before = await undoBatch(context, id, before, counts);
  const { withdrawn, failed, replaced } = counts;
  const kept = failed + replaced;
  await inWorkspace(context, async (executor) => {
    if (replaced === 0) await markUndone(executor, workspaceId, id, context.now());
    await recordChange(executor, workspaceId, context.actor, {
      action: 'upload.undo',
      subjectId: id,
      name: fileName,
      details: { withdrawn, kept },
    });
  });
  return { upload: await getUpload(context, id), withdrawn, kept };
}

async function undoBatch(
  context: WorkspaceContext,
  id: string,
  before: number,
  counts: { withdrawn: number; failed: number; replaced: number },
): Promise<number | undefined> {
  const { workspaceId } = context;
  return await inWorkspace(context, async (executor) => {
    const part = { before, limit: entriesAtOnce };
    const lines = await listUploadRecords(executor, { workspaceId, id }, part);
    const ids = lines.map(({ recordId }) => recordId);
    for (const { entry, replacedBy } of await withdrawCosts(executor, context, ids)) {
      if (entry.status === 'failed') counts.failed += 1;
      else if (replacedBy.length > 0) counts.replaced += 1;
      else counts.withdrawn += 1;
    }
    return lines.length < entriesAtOnce ? undefined : lines.at(-1)?.line;
  });
}
