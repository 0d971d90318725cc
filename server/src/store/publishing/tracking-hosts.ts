import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';
import { publishedChannel } from './publications.ts';

export type TrackingHost = { host: string; workspaceId: string };

/** Every host that visitors may come through, of all workspaces. */
export async function listTrackingHosts(executor: Executor): Promise<TrackingHost[]> {
  const { rows } = await sql<TrackingHost>`
    SELECT host, workspace_id AS "workspaceId" FROM domains
    WHERE verification = 'verified' AND status = 'active' ORDER BY host`.execute(executor);
  return rows;
}

/** Changes of hosts that edges were not told of. */
export const dueHosts = sql`host_changes`;

/**
 * Tells the edges of changes of hosts that are committed by now. Before any numbering in the same transaction: two
 * workers take these rows and the clock in one order.
 */
export async function announceHosts(executor: Executor): Promise<boolean> {
  const { rows } = await sql`
    WITH seen AS (DELETE FROM ${dueHosts} RETURNING id)
    UPDATE publication_clock SET hosts_version = hosts_version + 1 WHERE EXISTS (SELECT FROM seen)
    RETURNING hosts_version`.execute(executor);
  if (rows.length === 0) return false;
  await sql`SELECT pg_notify(${publishedChannel}, '')`.execute(executor);
  return true;
}
