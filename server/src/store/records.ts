import { sql } from 'kysely';
import type { Executor } from './database.ts';

/** The tables whose records are archived and restored by their status. */
export type ArchivableTable = 'landings' | 'rotators' | 'traffic_sources';

/** Those of the ids that exist in the workspace, locked in a fixed order so that two bulk calls cannot wait for each other. */
export async function lockRecords(
  executor: Executor,
  table: ArchivableTable,
  workspaceId: string,
  ids: string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM ${sql.table(table)} WHERE workspace_id = ${workspaceId} AND id = any(${ids}::uuid[]) ORDER BY id FOR UPDATE`.execute(
    executor,
  );
  return rows.map((row) => row.id);
}

/** The ids that were archived and are active now. */
export async function markRestored(
  executor: Executor,
  table: ArchivableTable,
  change: { workspaceId: string; ids: string[]; now: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    UPDATE ${sql.table(table)} SET status = 'active', updated_at = ${change.now}
    WHERE workspace_id = ${change.workspaceId} AND id = any(${change.ids}::uuid[]) AND status = 'archived' RETURNING id`.execute(
    executor,
  );
  return rows.map((row) => row.id);
}
