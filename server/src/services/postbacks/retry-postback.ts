import type { Postback } from '@waypost/contract/postbacks.ts';
import { WaypostError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { giveUpAfterMs } from '../../store/postback-jobs.ts';
import { findPostback, restartPostback } from '../../store/postback-list.ts';
import { recordChange } from '../audit/record-change.ts';
import { inWorkspace, type WorkspaceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { presentPostback } from './present-postback.ts';

/** Sends a postback again, or sooner, under the same id; its timetable begins anew. */
export async function retryPostback(context: WorkspaceContext, id: string): Promise<Postback> {
  requirePermission(context.actor, 'postbacks.retry');
  const { workspaceId, actor } = context;
  const now = context.now();
  return await inWorkspace(context, async (executor) => {
    const before = isId(id) ? await findPostback(executor, workspaceId, id) : undefined;
    if (before === undefined) throw new WaypostError('NOT_FOUND', 'there is no such postback');
    const giveUpAt = new Date(now.getTime() + giveUpAfterMs);
    await restartPostback(executor, workspaceId, before.id, { now, giveUpAt });
    await recordChange(executor, workspaceId, actor, {
      action: 'postback.retry',
      subjectId: before.id,
      details: { state: before.state, attempts: before.attempts },
    });
    return presentPostback((await findPostback(executor, workspaceId, before.id)) ?? before);
  });
}
