import type { KeyLifetimeDays, KeyScope, SubscriptionStatus } from '@waypost/contract/accounts/access.ts';
import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';

export type ApiKey = {
  id: string;
  label: string;
  scope: KeyScope;
  lifetimeDays: KeyLifetimeDays;
  version: number;
  createdAt: Date;
  expiresAt: Date;
  rotatedAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
  lastUsedNetwork: string | null;
};

export type KeyCredential = { locator: string; secretHash: Buffer };

const columns = [
  'id',
  'label',
  'scope',
  'lifetime_days as lifetimeDays',
  'version',
  'created_at as createdAt',
  'expires_at as expiresAt',
  'rotated_at as rotatedAt',
  'revoked_at as revokedAt',
  'last_used_at as lastUsedAt',
  'last_used_network as lastUsedNetwork',
] as const;

export async function insertApiKey(
  executor: Executor,
  workspaceId: string,
  key: Pick<ApiKey, 'id' | 'label' | 'scope' | 'lifetimeDays' | 'createdAt' | 'expiresAt'> & KeyCredential,
): Promise<void> {
  await executor
    .insertInto('api_keys')
    .values({
      id: key.id,
      workspace_id: workspaceId,
      label: key.label,
      scope: key.scope,
      lifetime_days: key.lifetimeDays,
      locator: key.locator,
      secret_hash: key.secretHash,
      created_at: key.createdAt,
      expires_at: key.expiresAt,
    })
    .execute();
}

export async function listApiKeys(
  executor: Executor,
  workspaceId: string,
  keyId?: string,
): Promise<ApiKey[]> {
  return await executor
    .selectFrom('api_keys')
    .select(columns)
    .where('workspace_id', '=', workspaceId)
    .$if(keyId !== undefined, (query) => query.where('id', '=', keyId ?? ''))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function findApiKeyForUpdate(
  executor: Executor,
  workspaceId: string,
  keyId: string,
): Promise<ApiKey | undefined> {
  return await executor
    .selectFrom('api_keys')
    .select(columns)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', keyId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function replaceKeyCredential(
  executor: Executor,
  workspaceId: string,
  keyId: string,
  change: KeyCredential & { rotatedAt: Date },
): Promise<void> {
  await executor
    .updateTable('api_keys')
    .set((row) => ({
      locator: change.locator,
      secret_hash: change.secretHash,
      rotated_at: change.rotatedAt,
      version: row('version', '+', 1),
    }))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', keyId)
    .execute();
}

export async function renameApiKey(
  executor: Executor,
  workspaceId: string,
  keyId: string,
  label: string,
): Promise<void> {
  await executor
    .updateTable('api_keys')
    .set((row) => ({ label, version: row('version', '+', 1) }))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', keyId)
    .execute();
}

export async function markKeyRevoked(
  executor: Executor,
  workspaceId: string,
  keyId: string,
  revokedAt: Date,
): Promise<void> {
  await executor
    .updateTable('api_keys')
    .set((row) => ({ revoked_at: revokedAt, version: row('version', '+', 1) }))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', keyId)
    .execute();
}

export type LocatedKey = Pick<ApiKey, 'id' | 'label' | 'scope' | 'expiresAt' | 'revokedAt'> & {
  locator: string;
  workspaceId: string;
  secretHash: Buffer;
  subscriptionStatus: SubscriptionStatus;
  apiAccess: boolean;
};

/** Reads keys, workspaces and subscriptions in one statement. Call this as the login role, without a transaction. */
export async function findKeysByLocator(executor: Executor, locators: string[]): Promise<LocatedKey[]> {
  const { rows } = await sql<LocatedKey>`
    SELECT id, workspace_id AS "workspaceId", label, scope, locator, secret_hash AS "secretHash", expires_at AS "expiresAt",
      revoked_at AS "revokedAt", subscription_status AS "subscriptionStatus", api_access AS "apiAccess"
    FROM find_keys(${locators}::text[])`.execute(executor);
  return rows;
}

export type KeyUse = { at: Date; network: string | undefined };

/** Never sets an earlier time, because another process may have recorded a later use. */
export async function markKeysUsed(executor: Executor, uses: ReadonlyMap<string, KeyUse>): Promise<void> {
  const ids = [...uses.keys()];
  const times = [...uses.values()].map(({ at }) => at);
  const networks = [...uses.values()].map(({ network }) => network ?? null);
  await sql`
    UPDATE api_keys SET last_used_at = used.at, last_used_network = used.network
    FROM unnest(${ids}::uuid[], ${times}::timestamptz[], ${networks}::text[]) AS used (id, at, network)
    WHERE api_keys.id = used.id AND (last_used_at IS NULL OR last_used_at < used.at)`.execute(executor);
}
