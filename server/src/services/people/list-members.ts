import type { Member } from '@waypost/contract/people.ts';
import { listMembers as listMemberRows } from '../../store/memberships.ts';
import { readInWorkspace, type WorkspaceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';

export async function listMembers(context: WorkspaceContext): Promise<Member[]> {
  requirePermission(context.actor, 'people.read');
  const rows = await readInWorkspace(context, 'list', (executor) =>
    listMemberRows(executor, context.workspaceId),
  );
  return rows.map((row) => ({
    id: row.userId,
    email: row.email,
    role: row.role,
    secondFactor: row.totpEnabledAt !== null,
    joinedAt: row.createdAt.toISOString(),
  }));
}
