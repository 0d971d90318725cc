import type { MemberRole } from '@waypost/contract/access.ts';
import type { Executor } from './database.ts';

export type Membership = { userId: string; role: MemberRole };

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
