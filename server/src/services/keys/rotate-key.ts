import { WaypostError } from '../../platform/errors.ts';
import { replaceKeyCredential } from '../../store/api-keys.ts';
import { recordChange } from '../audit/record-change.ts';
import { inWorkspace, type WorkspaceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { getWorkspace } from '../workspaces/get-workspace.ts';
import type { IssuedKey } from './create-key.ts';
import { getKeyForUpdate } from './get-key.ts';
import { issueCredential } from './key-credential.ts';

/** A new token for the same key: scope and end stay, the old token stops with the commit. */
export async function rotateKey(context: WorkspaceContext, keyId: string): Promise<IssuedKey> {
  requirePermission(context.actor, 'keys.rotate');
  const { token, ...credential } = issueCredential();
  return await inWorkspace(context, async (executor) => {
    await getWorkspace(executor, context.workspaceId);
    const key = await getKeyForUpdate(executor, context.workspaceId, keyId);
    const now = context.now();
    if (key.revokedAt !== null) throw new WaypostError('CONFLICT', 'the key is revoked: create a new one');
    if (key.expiresAt <= now) throw new WaypostError('CONFLICT', 'the key has expired: create a new one');
    await replaceKeyCredential(executor, context.workspaceId, key.id, { ...credential, rotatedAt: now });
    await recordChange(executor, context.workspaceId, context.actor, {
      action: 'key.rotate',
      subjectId: key.id,
    });
    return { id: key.id, token, expiresAt: key.expiresAt };
  });
}
