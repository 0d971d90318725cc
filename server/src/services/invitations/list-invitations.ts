import type { Invitation } from '@waypost/contract/people.ts';
import { listOpenInvitations } from '../../store/invitations.ts';
import { readInWorkspace, type WorkspaceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';

/** Those that can still be accepted. */
export async function listInvitations(context: WorkspaceContext): Promise<Invitation[]> {
  requirePermission(context.actor, 'people.manage');
  const open = await readInWorkspace(context, 'list', (executor) =>
    listOpenInvitations(executor, context.workspaceId, context.now()),
  );
  return open.map(({ createdAt, expiresAt, ...rest }) => ({
    ...rest,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }));
}
