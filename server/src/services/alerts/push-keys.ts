import { makeVapidKeys, type VapidKeys } from '../../platform/web-push/vapid.ts';
import { findPushKeys, savePushKeys } from '../../store/alerts/push-keys.ts';
import type { Database } from '../../store/database/database.ts';
import { asSystem, readAsSystem, type ServiceContext } from '../context.ts';

const cache = new WeakMap<Database, VapidKeys>();

// Returns the keys of the installation, or undefined if this process cannot decrypt them.
export async function readPushKeys(context: ServiceContext): Promise<VapidKeys | undefined> {
  const keys = cache.get(context.database) ?? (await readAsSystem(context, findPushKeys));
  if (keys !== undefined) cache.set(context.database, keys);
  return keys;
}

// Returns the public key, with which browsers subscribe. Creates the keys when they are needed for the first time, and
// when they can no longer be decrypted, because nobody can decrypt the subscriptions then either. Returns undefined if
// this process has no key to encrypt them with.
export async function providePublicPushKey(context: ServiceContext): Promise<string | undefined> {
  const known = await readPushKeys(context);
  if (known !== undefined) return known.publicKey;
  const created = await asSystem(context, async (executor) =>
    executor.seals.hasKey ? await savePushKeys(executor, makeVapidKeys()) : undefined,
  );
  return created?.publicKey;
}
