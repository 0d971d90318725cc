import { listCursorPurpose, makeListCursors, type ListCursors } from '../../domain/lists/list-cursor.ts';
import { cursorPurpose, makeFeedCursors, type FeedCursors } from '../../domain/traffic/feed-cursor.ts';
import { deriveKey } from '../../platform/derive-key.ts';
import type { Database } from '../../store/database/database.ts';
import { readSharedSecret } from '../../store/database/shared-secrets.ts';
import { readAsSystem, type ServiceContext } from '../context.ts';

type Cursors = { feed: FeedCursors; lists: ListCursors };

const cache = new WeakMap<Database, Promise<Cursors>>();

/**
 * Returns the functions that write and read cursors. Their keys come from the database, so that cursors work in every
 * process and survive restarts and configuration changes.
 */
export async function getCursors(context: ServiceContext): Promise<Cursors> {
  const before = cache.get(context.database);
  if (before !== undefined) return await before;
  const created = readAsSystem(context, (executor) => readSharedSecret(executor, 'cursors')).then(
    (secret) => ({
      feed: makeFeedCursors(deriveKey(secret, cursorPurpose)),
      lists: makeListCursors(deriveKey(secret, listCursorPurpose)),
    }),
  );
  cache.set(context.database, created);
  created.catch(() => cache.delete(context.database));
  return await created;
}
