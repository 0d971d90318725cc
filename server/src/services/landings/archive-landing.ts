import { WaypostError } from '../../platform/errors.ts';
import { listLandingUses, updateLandingRow } from '../../store/landings.ts';
import { recordChange } from '../audit/record-change.ts';
import { inWorkspace, type WorkspaceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { getLandingForUpdate } from './get-landing.ts';

/** Refused while a rotator's pool holds it; archiving it again changes nothing. */
export async function archiveLanding(context: WorkspaceContext, id: string): Promise<void> {
  requirePermission(context.actor, 'landings.write');
  await inWorkspace(context, async (executor) => {
    const landing = await getLandingForUpdate(executor, context.workspaceId, id);
    if (landing.status === 'archived') return;
    const uses = await listLandingUses(executor, context.workspaceId, landing.id);
    if (uses.length > 0) {
      const by = uses.map((use) => ({ type: 'rotator', id: use.rotatorId, name: use.rotatorName }));
      const blocked = [{ type: 'landing', id: landing.id, name: landing.name, by }];
      throw new WaypostError('CONFLICT', 'the landing is used by a rotator', { details: { blocked } });
    }
    await updateLandingRow(executor, context.workspaceId, landing.id, {
      status: 'archived',
      updatedAt: context.now(),
    });
    await recordChange(executor, context.workspaceId, context.actor, {
      action: 'landing.archive',
      subjectId: landing.id,
    });
  });
}
