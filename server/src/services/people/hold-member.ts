import type { MemberRole } from '@waypost/contract/access.ts';
import { refuseForOwners, refuseForRank } from '../../domain/member-rules.ts';
import { WaypostError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Executor } from '../../store/database.ts';
import { lockMembersAndOwners, type Membership } from '../../store/memberships.ts';
import { refuse, type WorkspaceContext } from '../context.ts';

/**
 * The member that a change is about, locked, where the change may be made. What the actor is now decides, not what they
 * were when their request came: two owners who demote each other at the same moment do not both succeed.
 */
export async function holdMember(
  executor: Executor,
  context: WorkspaceContext,
  userId: string,
  newRole: MemberRole | undefined,
): Promise<Membership> {
  const { actor, workspaceId } = context;
  const ids = [userId, ...(actor.type === 'user' ? [actor.id] : [])];
  const locked = isId(userId) ? await lockMembersAndOwners(executor, workspaceId, ids) : [];
  const target = locked.find((one) => one.userId === userId.toLowerCase());
  if (target === undefined) throw noSuchMember();
  const change = { target, newRole, owners: locked.filter(({ role }) => role === 'owner') };
  if (actor.type === 'user') {
    const self = locked.find((one) => one.userId === actor.id) ?? refuse('this is not allowed');
    const refusal = refuseForRank(self, change);
    if (refusal !== undefined) refuse(refusal);
  }
  const conflict = refuseForOwners(change);
  if (conflict !== undefined) throw new WaypostError('CONFLICT', conflict);
  return target;
}

/** Also for somebody who exists, but in other workspaces only. */
export function noSuchMember(): WaypostError {
  return new WaypostError('NOT_FOUND', 'there is no such member');
}
