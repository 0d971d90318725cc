import { memberRoles, type MemberRole } from '@waypost/contract/accounts/access.ts';
import type { ListPage } from '@waypost/contract/api/paging.ts';
import { memberChange, memberListQuery, type Member } from '@waypost/contract/accounts/people.ts';
import { isAtLeast, refuseForOwners, refuseForRank } from '../../domain/member-rules.ts';
import { WaypostError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import {
  deleteMembership,
  listMembers as listMemberRows,
  lockMembersAndOwners,
  saveMemberRole,
  type MemberRow,
  type LockedMember,
} from '../../store/accounts/memberships.ts';
import type { Executor } from '../../store/database/database.ts';
import { recordChange } from '../audit/record-change.ts';
import { inWorkspace, readInWorkspace, refuse, type WorkspaceContext } from '../context.ts';
import { listItems } from '../lists/list-items.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { requireVersions } from '../records/require-version.ts';
import { endInvitations } from './invitations.ts';

const memberList = {
  name: 'members',
  query: memberListQuery,
  idOf: ({ id }: Member) => id,
  sorts: {
    joinedAt: ({ joinedAt }: Member) => joinedAt,
    email: ({ email }: Member) => email.toLowerCase(),
    // Sorts the highest role first.
    role: ({ role }: Member) => memberRoles.indexOf(role),
  },
  searched: ({ email, id }: Member) => [email, id],
};

export async function listMembers(context: WorkspaceContext, input: unknown = {}): Promise<ListPage<Member>> {
  requirePermission(context.actor, 'people.read');
  return await listItems(context, memberList, input, async () => {
    const rows = await readInWorkspace(context, 'list', (executor) =>
      listMemberRows(executor, context.workspaceId),
    );
    return rows.map(presentMember);
  });
}

function presentMember(row: MemberRow): Member {
  return {
    id: row.userId,
    email: row.email,
    role: row.role,
    version: row.version,
    secondFactor: row.totpEnabledAt !== null,
    joinedAt: row.createdAt.toISOString(),
  };
}

export async function getMember(context: WorkspaceContext, userId: string): Promise<Member> {
  requirePermission(context.actor, 'people.read');
  const [row] = isId(userId)
    ? await readInWorkspace(context, 'lookup', (executor) =>
        listMemberRows(executor, context.workspaceId, userId),
      )
    : [];
  if (row === undefined) throw noSuchMember();
  return presentMember(row);
}

/**
 * Locks the member if the actor may change them. Uses the actor's current role instead of the role at authentication,
 * so that two owners who demote each other at the same time cannot both succeed.
 */
async function lockMember(
  executor: Executor,
  context: WorkspaceContext,
  userId: string,
  newRole: MemberRole | undefined,
): Promise<LockedMember> {
  const { actor, workspaceId } = context;
  const ids = [userId, ...(actor.type === 'user' ? [actor.id] : [])];
  const locked = isId(userId) ? await lockMembersAndOwners(executor, workspaceId, ids) : [];
  const target = locked.find((one) => one.userId === userId.toLowerCase());
  if (target === undefined) throw noSuchMember();
  requireVersions(context, { name: 'member' }, [
    { id: target.userId, name: target.email, version: target.version },
  ]);
  const change = { target, newRole, owners: locked.filter(({ role }) => role === 'owner') };
  if (actor.type === 'user') {
    const self =
      locked.find((one) => one.userId === actor.id) ??
      refuse('Your role or API key does not allow this', 'role-too-low');
    const refusal = refuseForRank(self, change);
    if (refusal !== undefined) refuse(refusal.message, refusal.reason);
  }
  const conflict = refuseForOwners(change);
  if (conflict !== undefined)
    throw new WaypostError('CONFLICT', conflict.message, { reason: conflict.reason });
  return target;
}

function noSuchMember(): WaypostError {
  return new WaypostError('NOT_FOUND', 'Member not found');
}

export async function changeRole(context: WorkspaceContext, userId: string, input: unknown): Promise<void> {
  requirePermission(context.actor, 'people.manage');
  const { role } = parseInput(memberChange, input);
  await inWorkspace(context, async (executor) => {
    const before = await lockMember(executor, context, userId, role);
    if (before.role === role) return;
    await saveMemberRole(executor, context.workspaceId, { userId: before.userId, role });
    // The person may have invited others before losing access.
    if (!isAtLeast(role, before.role)) await endInvitations(executor, context, { invitedBy: before.userId });
    await recordChange(executor, context.workspaceId, context.actor, {
      action: 'member.change-role',
      subjectId: before.userId,
      name: before.email,
      version: before.version + 1,
      before: { role: before.role },
      after: { role },
    });
  });
}

/** Removes a member and revokes the invitations that the person sent. Every member may remove themselves. */
export async function removeMember(context: WorkspaceContext, userId: string): Promise<void> {
  const { actor, workspaceId } = context;
  const isLeaving = actor.type === 'user' && actor.id === userId.toLowerCase();
  requirePermission(actor, isLeaving ? 'people.read' : 'people.manage');
  await inWorkspace(context, async (executor) => {
    const before = await lockMember(executor, context, userId, undefined);
    await endInvitations(executor, context, { invitedBy: before.userId });
    await deleteMembership(executor, workspaceId, before.userId);
    await recordChange(executor, workspaceId, actor, {
      action: isLeaving ? 'member.leave' : 'member.remove',
      subjectId: before.userId,
      name: before.email,
      before: { role: before.role },
    });
  });
}
