import { WaypostError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { findTrafficSourceForUpdate, markTrafficSourceArchived } from '../../store/traffic-sources.ts';
import { recordChange } from '../audit/record-change.ts';
import { inWorkspace, type WorkspaceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';

/** Archiving it again changes nothing. Campaigns, which will block this, do not exist yet. */
export async function archiveTrafficSource(context: WorkspaceContext, id: string): Promise<void> {
  requirePermission(context.actor, 'traffic-sources.write');
  await inWorkspace(context, async (executor) => {
    const source = isId(id) ? await findTrafficSourceForUpdate(executor, context.workspaceId, id) : undefined;
    if (source === undefined) throw new WaypostError('NOT_FOUND', 'there is no such traffic source');
    if (source.status === 'archived') return;
    await markTrafficSourceArchived(executor, context.workspaceId, source.id, context.now());
    const change = { action: 'traffic-source.archive', subjectId: source.id };
    await recordChange(executor, context.workspaceId, context.actor, change);
  });
}
