import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';

export type EdgeReport = {
  id: string;
  name: string;
  startedAt: Date;
  appliedSequence: string;
  shipping?: { spool: string; until: Date };
};

/** Registers the edge or renews its lease. Uses the database's clock, because the clocks of edges may differ. */
export async function renewEdgeLease(executor: Executor, edge: EdgeReport, leaseMs: number): Promise<void> {
  const until = sql`clock_timestamp() + make_interval(secs => ${leaseMs / 1000})`;
  const { spool = null, until: shippedUntil = null } = edge.shipping ?? {};
  await sql`
    WITH before AS (DELETE FROM edges WHERE spool = ${spool}::text AND id <> ${edge.id})
    INSERT INTO edges (id, name, started_at, lease_until, applied_sequence, spool, shipped_until)
    VALUES (
      ${edge.id}, ${edge.name}, ${edge.startedAt}, ${until}, ${edge.appliedSequence}::bigint, ${spool}, ${shippedUntil})
    ON CONFLICT (id) DO UPDATE SET lease_until = excluded.lease_until, applied_sequence = excluded.applied_sequence,
      shipped_until = excluded.shipped_until`.execute(executor);
}

/** Ends the lease but keeps the row, because the spool of a stopped edge may still contain traffic. */
export async function endEdgeLease(executor: Executor, id: string): Promise<void> {
  await sql`UPDATE edges SET lease_until = clock_timestamp() WHERE id = ${id}`.execute(executor);
}

/**
 * Deletes the record of a spool whose rows have all been shipped. Does nothing and returns false while the lease of its
 * edge has not ended.
 */
export async function deleteDrainedSpool(executor: Executor, spool: string): Promise<boolean> {
  const { rows } = await sql<{ isDeleted: boolean }>`
    WITH drained AS (DELETE FROM edges WHERE spool = ${spool} AND lease_until <= clock_timestamp())
    SELECT NOT EXISTS (SELECT FROM edges WHERE spool = ${spool} AND lease_until > clock_timestamp()) AS "isDeleted"`.execute(
    executor,
  );
  return rows[0]?.isDeleted === true;
}

/** Version numbers of the published campaigns, the tracking hosts, and the caps on offers and paths. */
export type EdgeState = { sequence: string; hostsVersion: string; capsVersion: string };

export async function readEdgeVersions(executor: Executor): Promise<EdgeState> {
  return await executor
    .selectFrom(['publication_clock', 'cap_clock'])
    .select([
      'publication_clock.sequence',
      'publication_clock.hosts_version as hostsVersion',
      'cap_clock.version as capsVersion',
    ])
    .executeTakeFirstOrThrow();
}

export async function deleteEdge(executor: Executor, id: string): Promise<void> {
  await executor.deleteFrom('edges').where('id', '=', id).execute();
}

export async function countServingEdges(
  executor: Executor,
  workspaceId: string,
  campaignId: string,
): Promise<{ live: number; serving: number }> {
  const { rows } = await sql<{ live: number; serving: number }>`
    SELECT count(*)::int AS live,
      count(*) FILTER (WHERE version IS NOT NULL AND is_numbered AND sequence <= applied_sequence)::int AS serving
    FROM edges, campaign_publications
    WHERE lease_until > clock_timestamp() AND workspace_id = ${workspaceId} AND campaign_id = ${campaignId}`.execute(
    executor,
  );
  return rows[0] ?? { live: 0, serving: 0 };
}

/**
 * Lists campaigns whose latest state is served by every live edge, excluding campaigns that are waiting to be compiled.
 * Returns an empty list if no edge is live.
 */
export async function listCampaignsServedByAllEdges(
  executor: Executor,
  workspaceId: string,
  campaignIds: string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT campaign_id AS id FROM campaign_publications
    WHERE workspace_id = ${workspaceId} AND campaign_id IN (SELECT unnest(${campaignIds}::uuid[]))
      AND requested = compiled AND version IS NOT NULL AND is_numbered
      AND sequence <= (SELECT min(applied_sequence) FROM edges WHERE lease_until > clock_timestamp())`.execute(
    executor,
  );
  return rows.map(({ id }) => id);
}

export async function listLiveEdgeNames(executor: Executor): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT DISTINCT name FROM edges WHERE lease_until > clock_timestamp() ORDER BY name`.execute(executor);
  return rows.map(({ name }) => name);
}
