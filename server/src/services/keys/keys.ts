import { apiKeyChange, keyListQuery, type ApiKey as ShownKey } from '@waypost/contract/accounts/keys.ts';
import type { ListPage } from '@waypost/contract/api/paging.ts';
import { WaypostError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import {
  findApiKeyForUpdate,
  listApiKeys,
  markKeyRevoked,
  renameApiKey,
  type ApiKey,
} from '../../store/accounts/api-keys.ts';
import type { Executor } from '../../store/database/database.ts';
import { recordChange } from '../audit/record-change.ts';
import { inWorkspace, readInWorkspace, type WorkspaceContext } from '../context.ts';
import { listItems } from '../lists/list-items.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { requireVersions } from '../records/require-version.ts';
import { getWorkspace } from '../workspaces/workspaces.ts';

export type ApiKeySummary = ApiKey & { state: 'active' | 'expired' | 'revoked' };

export function summarizeKey(key: ApiKey, now: Date): ApiKeySummary {
  const state = key.revokedAt !== null ? 'revoked' : key.expiresAt <= now ? 'expired' : 'active';
  return { ...key, state };
}

export function presentKey(key: ApiKey, now: Date): ShownKey {
  return {
    ...summarizeKey(key, now),
    createdAt: key.createdAt.toISOString(),
    expiresAt: key.expiresAt.toISOString(),
    rotatedAt: key.rotatedAt?.toISOString() ?? null,
    revokedAt: key.revokedAt?.toISOString() ?? null,
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
  };
}

export async function listKeys(context: WorkspaceContext): Promise<ApiKey[]> {
  requirePermission(context.actor, 'keys.list');
  return await inWorkspace(context, async (executor) => {
    await getWorkspace(executor, context.workspaceId);
    return await listApiKeys(executor, context.workspaceId);
  });
}

const keyList = {
  name: 'keys',
  query: keyListQuery,
  idOf: ({ id }: ShownKey) => id,
  sorts: {
    createdAt: ({ createdAt }: ShownKey) => createdAt,
    name: ({ label }: ShownKey) => label.toLowerCase(),
    expiresAt: ({ expiresAt }: ShownKey) => expiresAt,
    lastUsedAt: ({ lastUsedAt }: ShownKey) => lastUsedAt,
    state: ({ state }: ShownKey) => state,
  },
  searched: ({ label, id }: ShownKey) => [label, id],
};

export async function listKeyPage(context: WorkspaceContext, input: unknown): Promise<ListPage<ShownKey>> {
  return await listItems(context, keyList, input, async ({ state }) => {
    const keys = (await listKeys(context)).map((key) => presentKey(key, context.now()));
    return state === undefined ? keys : keys.filter((key) => key.state === state);
  });
}

export async function getKey(context: WorkspaceContext, keyId: string): Promise<ShownKey> {
  requirePermission(context.actor, 'keys.list');
  const keys = isId(keyId)
    ? await readInWorkspace(context, 'lookup', (executor) =>
        listApiKeys(executor, context.workspaceId, keyId),
      )
    : [];
  const [key] = keys;
  if (key === undefined) throw keyNotFound();
  return presentKey(key, context.now());
}

function keyNotFound(): WaypostError {
  return new WaypostError('NOT_FOUND', 'API key not found');
}

export async function getKeyForUpdate(
  executor: Executor,
  context: WorkspaceContext,
  keyId: string,
): Promise<ApiKey> {
  const key = isId(keyId) ? await findApiKeyForUpdate(executor, context.workspaceId, keyId) : undefined;
  if (key === undefined) throw keyNotFound();
  requireVersions(context, { name: 'key' }, [{ ...key, name: key.label }]);
  return key;
}

/** Renames a key, which may be expired or revoked. An unchanged label is not recorded as a change. */
export async function renameKey(context: WorkspaceContext, keyId: string, input: unknown): Promise<void> {
  requirePermission(context.actor, 'keys.rename');
  const { label } = parseInput(apiKeyChange, input);
  const { workspaceId, actor } = context;
  await inWorkspace(context, async (executor) => {
    const key = await getKeyForUpdate(executor, context, keyId);
    if (key.label === label) return;
    await renameApiKey(executor, workspaceId, key.id, label);
    await recordChange(executor, workspaceId, actor, {
      action: 'key.update',
      subjectId: key.id,
      name: key.label,
      version: key.version + 1,
      before: { label: key.label },
      after: { label },
    });
  });
}

/** Revokes a key, even without an active subscription. Revoking a key again changes nothing. */
export async function revokeKey(context: WorkspaceContext, keyId: string): Promise<ApiKey> {
  requirePermission(context.actor, 'keys.revoke');
  return await inWorkspace(context, async (executor) => {
    await getWorkspace(executor, context.workspaceId);
    const key = await getKeyForUpdate(executor, context, keyId);
    if (key.revokedAt !== null) return key;
    const revokedAt = context.now();
    await markKeyRevoked(executor, context.workspaceId, key.id, revokedAt);
    await recordChange(executor, context.workspaceId, context.actor, {
      action: 'key.revoke',
      subjectId: key.id,
      name: key.label,
      version: key.version + 1,
      before: { state: 'active' },
      after: { state: 'revoked' },
    });
    return { ...key, revokedAt, version: key.version + 1 };
  });
}
