import { WaypostError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { inWorkspace, type WorkspaceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { endInvitations } from './end-invitations.ts';

/** Its link stops with the commit. One that was accepted or revoked is no open invitation any more. */
export async function revokeInvitation(context: WorkspaceContext, invitationId: string): Promise<void> {
  requirePermission(context.actor, 'people.manage');
  await inWorkspace(context, async (executor) => {
    const ended = isId(invitationId) ? await endInvitations(executor, context, { id: invitationId }) : 0;
    if (ended === 0) throw new WaypostError('NOT_FOUND', 'there is no such open invitation');
  });
}
