import { listCursorPurpose, makeListCursors, type ListCursors } from '../../domain/lists/list-cursor.ts';
import { cursorPurpose, makeFeedCursors, type FeedCursors } from '../../domain/traffic/feed-cursor.ts';
import { deriveKey } from '../../platform/derive-key.ts';
import type { Database } from '../../store/database/database.ts';
import { readSharedSecret } from '../../store/database/shared-secrets.ts';
import { readAsSystem, type ServiceContext } from '../context.ts';

type Cursors = { feed: FeedCursors; lists: ListCursors };

const known = new WeakMap<Database, Promise<Cursors>>();

/**
 * Their keys come from the database: a cursor is good at every process that serves the same rows, before and after a
 * restart, however the processes are configured. It is asked for once.
 */
export async function cursorsOf(context: ServiceContext): Promise<Cursors> {
  const before = known.get(context.database);
  if (before !== undefined) return await before;
  const made = readAsSystem(context, (executor) => readSharedSecret(executor, 'cursors')).then((secret) => ({
    feed: makeFeedCursors(deriveKey(secret, cursorPurpose)),
    lists: makeListCursors(deriveKey(secret, listCursorPurpose)),
  }));
  known.set(context.database, made);
  made.catch(() => known.delete(context.database));
  return await made;
}
