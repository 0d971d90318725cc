import { subscriptionStatus, type SubscriptionStatus } from '@waypost/contract/accounts/access.ts';
import { z } from 'zod';
import { findSubscription, saveSubscription, type Subscription } from '../../store/accounts/subscriptions.ts';
import { recordChange } from '../audit/record-change.ts';
import { asSystem, readInWorkspace, type WorkspaceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { getWorkspace } from '../workspaces/workspaces.ts';

const none: Subscription = { status: 'none', apiAccess: false };

export async function getSubscription(context: WorkspaceContext): Promise<Subscription> {
  requirePermission(context.actor, 'subscriptions.read');
  const found = await readInWorkspace(context, 'lookup', (executor) =>
    findSubscription(executor, context.workspaceId),
  );
  return found ?? none;
}

const newState = z.strictObject({ status: subscriptionStatus, apiAccess: z.boolean().optional() });

/**
 * Sets the subscription, which takes effect with the next request. Active subscriptions include API access by default,
 * and other subscriptions never do.
 */
export async function setSubscription(
  context: WorkspaceContext,
  input: { status: SubscriptionStatus; apiAccess?: boolean | undefined },
): Promise<Subscription> {
  requirePermission(context.actor, 'subscriptions.set');
  const { status, apiAccess } = parseInput(newState, input);
  const subscription = { status, apiAccess: status === 'active' && apiAccess !== false };
  await asSystem(context, async (executor) => {
    const { name } = await getWorkspace(executor, context.workspaceId);
    const before = (await findSubscription(executor, context.workspaceId)) ?? none;
    await saveSubscription(executor, context.workspaceId, subscription);
    await recordChange(executor, context.workspaceId, context.actor, {
      action: 'subscription.set',
      subjectId: context.workspaceId,
      name,
      before,
      after: subscription,
      details: subscription,
    });
  });
  return subscription;
}
