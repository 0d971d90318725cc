import type { SubscriptionStatus } from '@waypost/contract/accounts/access.ts';
import type { Executor } from '../database/database.ts';

export type Subscription = { status: SubscriptionStatus; apiAccess: boolean };

export async function saveSubscription(
  executor: Executor,
  workspaceId: string,
  subscription: Subscription,
): Promise<void> {
  const { status, apiAccess } = subscription;
  await executor
    .insertInto('subscriptions')
    .values({ workspace_id: workspaceId, status, api_access: apiAccess })
    .onConflict((conflict) =>
      conflict.column('workspace_id').doUpdateSet({ status, api_access: apiAccess, updated_at: new Date() }),
    )
    .execute();
}

export async function findSubscription(
  executor: Executor,
  workspaceId: string,
): Promise<Subscription | undefined> {
  return await executor
    .selectFrom('subscriptions')
    .select(['status', 'api_access as apiAccess'])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
}
