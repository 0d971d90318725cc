import { sql } from 'kysely';
import type { VapidKeys } from '../../platform/web-push/vapid.ts';
import type { Executor } from '../database/database.ts';

// Owner of the sealed key, where secrets of a workspace have its ID.
const owner = 'installation';

// Returns undefined if no keys were created yet, or if they were encrypted with a different key.
export async function findPushKeys(executor: Executor): Promise<VapidKeys | undefined> {
  const { rows } = await sql<VapidKeys>`
    SELECT public_key AS "publicKey", private_key AS "privateKey" FROM push_keys`.execute(executor);
  const [found] = rows;
  if (found === undefined) return undefined;
  const privateKey = executor.seals.openText(found.privateKey, owner);
  return privateKey === undefined ? undefined : { publicKey: found.publicKey, privateKey };
}

// Saves the keys unless another process has just saved usable ones, and returns the keys in use.
export async function savePushKeys(executor: Executor, keys: VapidKeys): Promise<VapidKeys> {
  const sealed = executor.seals.sealText(keys.privateKey, owner);
  const { rows } = await sql<object>`
    INSERT INTO push_keys (public_key, private_key) VALUES (${keys.publicKey}, ${sealed})
    ON CONFLICT DO NOTHING RETURNING 1`.execute(executor);
  if (rows.length > 0) return keys;
  await sql`SELECT FROM push_keys FOR UPDATE`.execute(executor);
  const other = await findPushKeys(executor);
  if (other !== undefined) return other;
  await sql`UPDATE push_keys SET public_key = ${keys.publicKey}, private_key = ${sealed}`.execute(executor);
  return keys;
}
