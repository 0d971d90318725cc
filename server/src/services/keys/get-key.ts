import { WaypostError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { findApiKeyForUpdate, type ApiKey } from '../../store/api-keys.ts';
import type { Executor } from '../../store/database.ts';

/** The key a change is about, locked; a key of another workspace is one that does not exist. */
export async function getKeyForUpdate(
  executor: Executor,
  workspaceId: string,
  keyId: string,
): Promise<ApiKey> {
  const key = isId(keyId) ? await findApiKeyForUpdate(executor, workspaceId, keyId) : undefined;
  if (key === undefined) throw new WaypostError('NOT_FOUND', 'there is no key with this id in the workspace');
  return key;
}
