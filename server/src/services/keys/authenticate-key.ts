import { timingSafeEqual } from 'node:crypto';
import { parseKeyToken } from '../../domain/api-key-token.ts';
import { WaypostError } from '../../platform/errors.ts';
import type { Actor, WorkspaceContext } from '../context.ts';
import { hashSecret } from './key-credential.ts';
import type { KeyLookup } from './key-lookup.ts';

export type KeyCaller = {
  workspaceId: WorkspaceContext['workspaceId'];
  actor: Extract<Actor, { type: 'key' }>;
};

/**
 * Who a token speaks for. Malformed, unknown, wrong, expired and revoked are one and the same answer. It is read from
 * the database every time: a revoked key or a lapsed subscription stops the very next request.
 */
export async function authenticateKey(lookup: KeyLookup, token: string, now: Date): Promise<KeyCaller> {
  const parts = parseKeyToken(token);
  const key = parts === undefined ? undefined : await lookup.find(parts.locator);
  if (parts === undefined || key === undefined) throw unauthorized();
  const isValid =
    timingSafeEqual(hashSecret(parts.secret), key.secretHash) &&
    key.revokedAt === null &&
    key.expiresAt > now;
  if (!isValid) throw unauthorized();
  if (key.subscriptionStatus !== 'active' || !key.apiAccess) {
    throw new WaypostError('BILLING_REQUIRED', 'the workspace has no active subscription with API access');
  }
  return {
    workspaceId: key.workspaceId,
    actor: { type: 'key', id: key.id, label: key.label, scope: key.scope },
  };
}

export function unauthorized(): WaypostError {
  return new WaypostError('UNAUTHORIZED', 'a valid API key is needed: Authorization: Bearer <token>');
}
