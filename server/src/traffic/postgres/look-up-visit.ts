import type { PoolClient } from 'pg';

/**
 * Until the transaction ends, rows are looked up one by one, by their index: a month that is new has no statistics yet, and
 * the plan for one visit would read all of it.
 */
export async function preferLookUps(client: PoolClient): Promise<void> {
  await client.query(
    `SELECT set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
      set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`,
  );
}

/**
 * The visit that a row of `wanted` names, with its time, workspace and campaign, for a LATERAL join. What is said of the
 * workspace and the campaign is written so that no index can be used for it: those look as good as that of the ids, and
 * read everything.
 */
export function visitOf(wanted: string): string {
  return `SELECT * FROM traffic.events AS visit
    WHERE visit.visit_id = ${wanted}.visit_id AND visit.visit_time = ${wanted}.visit_time AND visit.type = 'visit'
      AND (visit.workspace_id = ${wanted}.workspace_id) IS TRUE
      AND visit.campaign_id IS NOT DISTINCT FROM ${wanted}.campaign_id
    LIMIT 1 OFFSET 0`;
}
