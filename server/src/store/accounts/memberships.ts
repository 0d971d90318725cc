import type { MemberRole } from '@waypost/contract/accounts/access.ts';
import type { Executor } from '../database/database.ts';

type Membership = { userId: string; role: MemberRole };

export async function insertMembership(
  executor: Executor,
  workspaceId: string,
  membership: Membership,
): Promise<void> {
  await executor
    .insertInto('memberships')
    .values({ workspace_id: workspaceId, user_id: membership.userId, role: membership.role })
    .execute();
}

export async function listMemberships(executor: Executor, workspaceId: string): Promise<Membership[]> {
  return await executor
    .selectFrom('memberships')
    .select(['user_id as userId', 'role'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at')
    .orderBy('user_id')
    .execute();
}

export type MemberRow = Membership & {
  version: number;
  email: string;
  totpEnabledAt: Date | null;
  createdAt: Date;
};

export async function listMembers(
  executor: Executor,
  workspaceId: string,
  userId?: string,
): Promise<MemberRow[]> {
  return await executor
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select([
      'memberships.user_id as userId',
      'memberships.role as role',
      'memberships.version as version',
      'memberships.created_at as createdAt',
      'users.email as email',
      'users.totp_enabled_at as totpEnabledAt',
    ])
    .where('memberships.workspace_id', '=', workspaceId)
    .$if(userId !== undefined, (query) => query.where('memberships.user_id', '=', userId ?? ''))
    .orderBy('memberships.created_at')
    .orderBy('memberships.user_id')
    .execute();
}

export type LockedMember = Membership & { version: number; email: string };

/** Locks these members and all owners in a fixed order, so that changes of ownership happen one at a time. */
export async function lockMembersAndOwners(
  executor: Executor,
  workspaceId: string,
  userIds: string[],
): Promise<LockedMember[]> {
  return await executor
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['user_id as userId', 'role', 'version', 'users.email as email'])
    .where('workspace_id', '=', workspaceId)
    .where((row) => row.or([row('role', '=', 'owner'), row('user_id', 'in', userIds)]))
    .orderBy('user_id')
    .forUpdate('memberships')
    .execute();
}

export async function isMemberByEmail(
  executor: Executor,
  workspaceId: string,
  email: string,
): Promise<boolean> {
  const row = await executor
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('memberships.user_id')
    .where('memberships.workspace_id', '=', workspaceId)
    .where(({ eb, fn }) => eb(fn<string>('lower', ['users.email']), '=', email.toLowerCase()))
    .executeTakeFirst();
  return row !== undefined;
}

export async function saveMemberRole(
  executor: Executor,
  workspaceId: string,
  membership: Membership,
): Promise<void> {
  await executor
    .updateTable('memberships')
    .set((row) => ({ role: membership.role, version: row('version', '+', 1) }))
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', membership.userId)
    .execute();
}

export async function deleteMembership(
  executor: Executor,
  workspaceId: string,
  userId: string,
): Promise<void> {
  await executor
    .deleteFrom('memberships')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .execute();
}

type JoinedWorkspace = { id: string; name: string; timezone: string; currency: string; role: MemberRole };

/** Lists workspaces in the order in which the user joined them. Requires `asSystem`. */
export async function listWorkspacesOfUser(executor: Executor, userId: string): Promise<JoinedWorkspace[]> {
  return await selectWorkspacesOfUser(executor, userId).execute();
}

/**
 * Lists workspaces and keeps the user from leaving any of them until the transaction ends, because the caller is about
 * to save one of these workspaces in a session.
 */
export async function lockWorkspacesOfUser(executor: Executor, userId: string): Promise<JoinedWorkspace[]> {
  return await selectWorkspacesOfUser(executor, userId).forKeyShare('memberships').execute();
}

function selectWorkspacesOfUser(executor: Executor, userId: string) {
  return executor
    .selectFrom('memberships')
    .innerJoin('workspaces', 'workspaces.id', 'memberships.workspace_id')
    .select([
      'workspaces.id',
      'workspaces.name',
      'workspaces.timezone',
      'workspaces.currency',
      'memberships.role',
    ])
    .where('memberships.user_id', '=', userId)
    .orderBy('memberships.created_at')
    .orderBy('workspaces.id');
}
