import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';

/** Marks rows as completed in this transaction. Returns the IDs of rows that had not been marked before. */
export async function insertCompletedRows(
  executor: Executor,
  rows: readonly { rowId: string; workspaceId: string }[],
  now: Date,
): Promise<Set<string>> {
  const { rows: inserted } = await sql<{ id: string }>`
    INSERT INTO completed_rows (row_id, workspace_id, completed_at)
    SELECT row_id, workspace_id, ${now}::timestamptz FROM unnest(${rows.map(({ rowId }) => rowId)}::uuid[], ${rows.map(({ workspaceId }) => workspaceId)}::uuid[]) AS given (row_id, workspace_id)
    ORDER BY row_id ON CONFLICT DO NOTHING RETURNING row_id AS id`.execute(executor);
  return new Set(inserted.map(({ id }) => id));
}

export async function deleteOldCompletedRows(executor: Executor, before: Date): Promise<void> {
  await sql`DELETE FROM completed_rows WHERE completed_at < ${before}`.execute(executor);
}
