import { createHash, randomBytes } from 'node:crypto';
import { newApiKey } from '@waypost/contract/accounts/keys.ts';
import { buildKeyToken, formatKeyToken, locatorBytes, secretBytes } from '../../domain/api-key-token.ts';
import { WaypostError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { insertApiKey, replaceKeyCredential, type KeyCredential } from '../../store/accounts/api-keys.ts';
import { findSubscription } from '../../store/accounts/subscriptions.ts';
import { recordChange } from '../audit/record-change.ts';
import { inWorkspace, type WorkspaceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { getWorkspace } from '../workspaces/workspaces.ts';
import { getKeyForUpdate } from './keys.ts';

function issueCredential(): KeyCredential & { token: string } {
  const token = buildKeyToken({ locator: randomBytes(locatorBytes), secret: randomBytes(secretBytes) });
  return { token: formatKeyToken(token), locator: token.locator, secretHash: hashSecret(token.secret) };
}

/**
 * Hashes the secret of a key. The secret has 256 random bits, so a fast hash without salt is safe and adds almost
 * nothing to the cost of a request.
 */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

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
      throw new WaypostError('BILLING_REQUIRED', 'The workspace has no active subscription with API access');
    await insertApiKey(executor, context.workspaceId, { ...key, ...credential });
    await recordChange(executor, context.workspaceId, context.actor, {
      action: 'key.create',
      subjectId: key.id,
      name: label,
      version: 1,
      after: { label, scope, lifetimeDays },
    });
  });
  return { id: key.id, token, expiresAt: key.expiresAt };
}

/**
 * Replaces the token of a key. Scope and expiry do not change. The old token stops working when the transaction
 * commits.
 */
export async function rotateKey(context: WorkspaceContext, keyId: string): Promise<IssuedKey> {
  requirePermission(context.actor, 'keys.rotate');
  const { token, ...credential } = issueCredential();
  return await inWorkspace(context, async (executor) => {
    await getWorkspace(executor, context.workspaceId);
    const key = await getKeyForUpdate(executor, context, keyId);
    const now = context.now();
    if (key.revokedAt !== null)
      throw new WaypostError('CONFLICT', 'The key is revoked. Create a new one.', { reason: 'revoked' });
    if (key.expiresAt <= now)
      throw new WaypostError('CONFLICT', 'The key has expired. Create a new one.', { reason: 'expired' });
    await replaceKeyCredential(executor, context.workspaceId, key.id, { ...credential, rotatedAt: now });
    await recordChange(executor, context.workspaceId, context.actor, {
      action: 'key.rotate',
      subjectId: key.id,
      name: key.label,
      version: key.version + 1,
    });
    return { id: key.id, token, expiresAt: key.expiresAt };
  });
}
