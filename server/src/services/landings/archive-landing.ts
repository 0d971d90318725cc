import { listPoolUses } from '../../store/path-pools.ts';
import type { WorkspaceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { archiveRecord } from '../records/archive-record.ts';
import { landingRecord } from './landing-record.ts';

/** Refused while a rotator's pool holds it. */
export async function archiveLanding(context: WorkspaceContext, id: string): Promise<void> {
  requirePermission(context.actor, 'landings.write');
  await archiveRecord(context, landingRecord, id, async (executor, workspaceId, landingId) => {
    const rotators = await listPoolUses(executor, workspaceId, 'landings', landingId);
    return rotators.map((rotator) => ({ type: 'rotator', ...rotator }));
  });
}
