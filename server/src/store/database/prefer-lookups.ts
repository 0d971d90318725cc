import { sql, type RawBuilder } from 'kysely';
import type { Executor } from './database.ts';

/**
 * Until the transaction ends, rows are looked up one by one. Plans are kept, and one that was made while a table was small
 * reads all of it ever after: right for a few rows, and ruinous for a queue that grows by thousands a second.
 */
export async function preferLookups(executor: Executor): Promise<void> {
  await sql`
    SELECT set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
      set_config('enable_seqscan', 'off', true)`.execute(executor);
}

/**
 * Whether a row belongs to the workspace of the `given` one that it was found for. Written so that no index can be used for
 * it: without statistics one that begins with the workspace looks as good as the one of the ids, and reads all of it.
 */
export function isOwn(table: 'inbox' | 'conversions'): RawBuilder<boolean> {
  return sql`(${sql.table(table)}.workspace_id = given.workspace_id) IS TRUE`;
}
