import { findSubscription, type Subscription } from '../../store/subscriptions.ts';
import { readInWorkspace, type WorkspaceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';

export async function getSubscription(context: WorkspaceContext): Promise<Subscription> {
  requirePermission(context.actor, 'subscriptions.read');
  const found = await readInWorkspace(context, 'lookup', (executor) =>
    findSubscription(executor, context.workspaceId),
  );
  return found ?? { status: 'none', apiAccess: false };
}
