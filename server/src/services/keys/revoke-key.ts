import { markKeyRevoked, type ApiKey } from '../../store/api-keys.ts';
import { recordChange } from '../audit/record-change.ts';
import { inWorkspace, type WorkspaceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { getWorkspace } from '../workspaces/get-workspace.ts';
import { getKeyForUpdate } from './get-key.ts';

/** Ends a key for good, whatever the state of the subscription. Revoking it again changes nothing. */
export async function revokeKey(context: WorkspaceContext, keyId: string): Promise<ApiKey> {
  requirePermission(context.actor, 'keys.revoke');
  return await inWorkspace(context, async (executor) => {
    await getWorkspace(executor, context.workspaceId);
    const key = await getKeyForUpdate(executor, context.workspaceId, keyId);
    if (key.revokedAt !== null) return key;
    const revokedAt = context.now();
    await markKeyRevoked(executor, context.workspaceId, key.id, revokedAt);
    await recordChange(executor, context.workspaceId, context.actor, {
      action: 'key.revoke',
      subjectId: key.id,
    });
    return { ...key, revokedAt };
  });
}
