import { timingSafeEqual } from 'node:crypto';
import { parseKeyToken } from '../../domain/api-key-token.ts';
import { BatchedLookup } from '../../platform/batched-lookup.ts';
import { WaypostError } from '../../platform/errors.ts';
import { findKeysByLocator, type LocatedKey } from '../../store/accounts/api-keys.ts';
import type { Database } from '../../store/database/database.ts';
import type { Actor, WorkspaceContext } from '../context.ts';
import { hashSecret } from './issue-key.ts';

type KeyLookup = BatchedLookup<string, LocatedKey>;

export function makeKeyLookup(database: Database): KeyLookup {
  return new BatchedLookup(async (locators) => {
    const keys = await database.asLogin((executor) => findKeysByLocator(executor, locators));
    return new Map(keys.map((key) => [key.locator, key]));
  });
}

type KeyCaller = {
  workspaceId: WorkspaceContext['workspaceId'];
  actor: Extract<Actor, { type: 'key' }>;
};

/**
 * Returns the caller of an API key. Malformed, unknown, wrong, expired and revoked tokens get the same error. Keys are
 * read from the database every time, so that the next request fails if the key was revoked or the subscription has
 * lapsed.
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
    throw new WaypostError('BILLING_REQUIRED', 'The workspace has no active subscription with API access');
  }
  return {
    workspaceId: key.workspaceId,
    actor: { type: 'key', id: key.id, label: key.label, scope: key.scope },
  };
}

export function unauthorized(): WaypostError {
  return new WaypostError(
    'UNAUTHORIZED',
    'A valid API key is required. Send it as Authorization: Bearer <token>.',
    {
      reason: 'no-valid-key',
    },
  );
}
