import { memberChange } from '@waypost/contract/people.ts';
import { isAtLeast } from '../../domain/member-rules.ts';
import { saveMemberRole } from '../../store/memberships.ts';
import { recordChange } from '../audit/record-change.ts';
import { inWorkspace, type WorkspaceContext } from '../context.ts';
import { endInvitations } from '../invitations/end-invitations.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { holdMember } from './hold-member.ts';

/** It holds from the person's next request on. */
export async function changeRole(context: WorkspaceContext, userId: string, input: unknown): Promise<void> {
  requirePermission(context.actor, 'people.manage');
  const { role } = parseInput(memberChange, input);
  await inWorkspace(context, async (executor) => {
    const before = await holdMember(executor, context, userId, role);
    if (before.role === role) return;
    await saveMemberRole(executor, context.workspaceId, { userId: before.userId, role });
    // Who may do less now may have invited others into what they could do before.
    if (!isAtLeast(role, before.role)) await endInvitations(executor, context, { invitedBy: before.userId });
    await recordChange(executor, context.workspaceId, context.actor, {
      action: 'member.change-role',
      subjectId: before.userId,
      details: { from: before.role, to: role },
    });
  });
}
