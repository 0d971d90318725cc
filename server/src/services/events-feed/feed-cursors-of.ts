import { cursorPurpose, makeFeedCursors, type FeedCursors } from '../../domain/traffic/feed-cursor.ts';
import { deriveKey } from '../../platform/derive-key.ts';
import type { Database } from '../../store/database/database.ts';
import { readSharedSecret } from '../../store/database/shared-secrets.ts';
import { readAsSystem, type ServiceContext } from '../context.ts';

const known = new WeakMap<Database, Promise<FeedCursors>>();

/**
 * Their key comes from the database: a cursor is good at every process that serves the same rows, before and after a
 * restart, however the processes are configured. It is asked for once.
 */
export async function feedCursorsOf(context: ServiceContext): Promise<FeedCursors> {
  const before = known.get(context.database);
  if (before !== undefined) return await before;
  const made = readAsSystem(context, (executor) => readSharedSecret(executor, 'cursors')).then((secret) =>
    makeFeedCursors(deriveKey(secret, cursorPurpose)),
  );
  known.set(context.database, made);
  made.catch(() => known.delete(context.database));
  return await made;
}
