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
 * Returns a string that changes whenever a record or the workspace settings are saved, because each save increments a
 * version. Callers use the string to validate cached results.
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
