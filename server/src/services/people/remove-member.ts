import { deleteMembership } from '../../store/memberships.ts';
import { recordChange } from '../audit/record-change.ts';
import { inWorkspace, type WorkspaceContext } from '../context.ts';
import { endInvitations } from '../invitations/end-invitations.ts';
import { requirePermission } from '../permissions.ts';
import { holdMember } from './hold-member.ts';

/**
 * Takes a person out of the workspace: their sessions there end with it, and so do invitations they sent. Everybody may
 * leave by themselves.
 */
export async function removeMember(context: WorkspaceContext, userId: string): Promise<void> {
  const { actor, workspaceId } = context;
  const isLeaving = actor.type === 'user' && actor.id === userId.toLowerCase();
  requirePermission(actor, isLeaving ? 'people.read' : 'people.manage');
  await inWorkspace(context, async (executor) => {
    const before = await holdMember(executor, context, userId, undefined);
    await endInvitations(executor, context, { invitedBy: before.userId });
    await deleteMembership(executor, workspaceId, before.userId);
    await recordChange(executor, workspaceId, actor, {
      action: isLeaving ? 'member.leave' : 'member.remove',
      subjectId: before.userId,
      details: { role: before.role },
    });
  });
}
