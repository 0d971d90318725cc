import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';
import { publishedChannel } from './publications.ts';

export type TrackingHost = { host: string; workspaceId: string };

export async function listTrackingHosts(executor: Executor): Promise<TrackingHost[]> {
  const { rows } = await sql<TrackingHost>`
    SELECT host, workspace_id AS "workspaceId" FROM domains
    WHERE verification = 'verified' AND status = 'active' ORDER BY host`.execute(executor);
  return rows;
}

export const dueHosts = sql`host_changes`;

/**
 * Announces committed host changes to the edges. Call this before `numberChanges` in the same transaction, so that all
 * workers lock the host changes and the clock in the same order.
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
