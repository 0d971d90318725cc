import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';
import { publishedChannel } from './publications.ts';

/**
 * Whether the caller is to count now: something can be full, the last count began long enough ago, and nobody else is at
 * it. Whoever gets a yes holds it until its transaction ends, and with its process it is gone.
 */
export async function claimCapCount(executor: Executor, pauseMs: number): Promise<boolean> {
  const { rows } = await sql`
    UPDATE cap_clock SET counted_at = clock_timestamp()
    WHERE is_only IN (
      SELECT is_only FROM cap_clock WHERE counted_at <= clock_timestamp() - make_interval(secs => ${pauseMs / 1_000})
      FOR NO KEY UPDATE SKIP LOCKED)
      AND (EXISTS (SELECT FROM offers WHERE cap_limit IS NOT NULL AND status = 'active') OR EXISTS (SELECT FROM full_offers))
    RETURNING is_only`.execute(executor);
  return rows.length > 0;
}

export type CappedOffer = {
  workspaceId: string;
  offerId: string;
  timezone: string;
  limit: number;
  counts: 'conversions' | 'clicks';
};

/** The offers of all workspaces that can become full. */
export async function listCappedOffers(executor: Executor): Promise<CappedOffer[]> {
  const { rows } = await sql<CappedOffer>`
    SELECT offers.workspace_id AS "workspaceId", offers.id AS "offerId", timezone, cap_limit AS "limit", cap_counts AS counts
    FROM offers JOIN workspaces ON workspaces.id = offers.workspace_id
    WHERE cap_limit IS NOT NULL AND status = 'active'`.execute(executor);
  return rows;
}

export type FullOffer = { workspaceId: string; offerId: string; untilMs: number };

/** Puts these in place of all that there were, and tells the edges where that changes anything. */
export async function replaceFullOffers(executor: Executor, full: FullOffer[]): Promise<boolean> {
  const workspaceIds = full.map(({ workspaceId }) => workspaceId);
  const offerIds = full.map(({ offerId }) => offerId);
  const until = full.map(({ untilMs }) => new Date(untilMs));
  const { rows } = await sql`
    WITH given AS (
      SELECT * FROM unnest(${workspaceIds}::uuid[], ${offerIds}::uuid[], ${until}::timestamptz[]) AS given (workspace_id, offer_id, full_until)
    ), opened AS (
      DELETE FROM full_offers WHERE offer_id NOT IN (SELECT offer_id FROM given) RETURNING offer_id
    ), filled AS (
      INSERT INTO full_offers (workspace_id, offer_id, full_until) SELECT workspace_id, offer_id, full_until FROM given
      ON CONFLICT (offer_id) DO UPDATE SET full_until = excluded.full_until WHERE full_offers.full_until <> excluded.full_until
      RETURNING offer_id
    )
    UPDATE cap_clock SET version = version + 1 WHERE EXISTS (SELECT FROM opened) OR EXISTS (SELECT FROM filled)
    RETURNING version`.execute(executor);
  if (rows.length === 0) return false;
  await sql`SELECT pg_notify(${publishedChannel}, '')`.execute(executor);
  return true;
}

/** Those whose day is not over. */
export async function listFullOffers(executor: Executor): Promise<{ offerId: string; untilMs: number }[]> {
  const { rows } = await sql<{ offerId: string; untilMs: number }>`
    SELECT offer_id AS "offerId", (extract(epoch FROM full_until) * 1000)::float8 AS "untilMs"
    FROM full_offers WHERE full_until > clock_timestamp()`.execute(executor);
  return rows;
}
