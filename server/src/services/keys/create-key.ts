import { newApiKey } from '@waypost/contract/keys.ts';
import { WaypostError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { insertApiKey } from '../../store/api-keys.ts';
import { findSubscription } from '../../store/subscriptions.ts';
import { recordChange } from '../audit/record-change.ts';
import { inWorkspace, type WorkspaceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { getWorkspace } from '../workspaces/get-workspace.ts';
import { issueCredential } from './key-credential.ts';

export type IssuedKey = { id: string; token: string; expiresAt: Date };

const dayMs = 24 * 60 * 60 * 1000;

export async function createKey(context: WorkspaceContext, input: unknown): Promise<IssuedKey> {
  requirePermission(context.actor, 'keys.create');
  const { label, scope, lifetimeDays } = parseInput(newApiKey, input);
  const { token, ...credential } = issueCredential();
  const createdAt = context.now();
  const key = {
    id: newId(),
    label,
    scope,
    lifetimeDays,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + lifetimeDays * dayMs),
  };
  await inWorkspace(context, async (executor) => {
    await getWorkspace(executor, context.workspaceId);
    const subscription = await findSubscription(executor, context.workspaceId);
    if (subscription?.apiAccess !== true)
      throw new WaypostError('BILLING_REQUIRED', 'the workspace has no active subscription with API access');
    await insertApiKey(executor, context.workspaceId, { ...key, ...credential });
    await recordChange(executor, context.workspaceId, context.actor, {
      action: 'key.create',
      subjectId: key.id,
      details: { label, scope, lifetimeDays },
    });
  });
  return { id: key.id, token, expiresAt: key.expiresAt };
}
