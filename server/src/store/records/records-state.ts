import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';

const tables = [
  'campaigns',
  'traffic_sources',
  'landings',
  'offers',
  'affiliate_networks',
  'rotators',
] as const;

/**
 * A text that is another one as soon as a record of the workspace, or its settings, is saved: each save makes a version
 * more. What was worked out of all of them is good for as long as it stays.
 */
export async function readRecordsState(executor: Executor, workspaceId: string): Promise<string> {
  const parts = tables.map(
    (table) =>
      sql`(SELECT count(*) || ' ' || coalesce(sum(version), 0) FROM ${sql.table(table)} WHERE workspace_id = ${workspaceId})`,
  );
  const { rows } = await sql<{ state: string }>`
    SELECT concat_ws(',', version::text, ${sql.join(parts)}) AS state FROM workspaces WHERE id = ${workspaceId}`.execute(
    executor,
  );
  return rows[0]?.state ?? '';
}
