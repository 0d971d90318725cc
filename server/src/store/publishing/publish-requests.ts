import { sql, type RawBuilder } from 'kysely';
import type { Executor } from '../database/database.ts';

/** Channel on which workers are notified. The payload is empty. */
export const publishRequestChannel = 'waypost_publish_request';

/** Changed records. Archived campaigns are affected only by changes to the campaigns themselves. */
export type ChangedRecords =
  | { workspace: true }
  | { campaignIds: string[] }
  | { rotatorIds: string[] }
  | { trafficSourceIds: string[] }
  | { domainIds: string[] }
  | { landingIds: string[] }
  | { offerIds: string[] }
  | { affiliateNetworkIds: string[] };

/**
 * Requests compilation of the affected campaigns. Call this in the same transaction as the change, so that either both
 * or neither are committed.
 */
export async function requestPublishing(
  executor: Executor,
  workspaceId: string,
  changed: ChangedRecords,
  now: Date,
): Promise<void> {
  // Rows are locked in a fixed order to prevent deadlocks.
  const { numAffectedRows = 0n } = await sql`
    WITH changed AS (
      SELECT campaign_id FROM campaign_publications
      WHERE workspace_id = ${workspaceId} AND campaign_id IN (${affectedCampaigns(workspaceId, changed)})
      ORDER BY campaign_id FOR NO KEY UPDATE
    )
    UPDATE campaign_publications AS publications
    SET requested = requested + 1, requested_at = CASE WHEN requested > compiled THEN requested_at ELSE ${now} END
    FROM changed WHERE publications.campaign_id = changed.campaign_id`.execute(executor);
  // Edges load the list of all hosts, including hosts that no campaign uses.
  const isHostChange = 'domainIds' in changed;
  if (isHostChange) await sql`INSERT INTO host_changes DEFAULT VALUES`.execute(executor);
  if (isHostChange || numAffectedRows > 0n)
    await sql`SELECT pg_notify(${publishRequestChannel}, '')`.execute(executor);
}

function affectedCampaigns(workspaceId: string, changed: ChangedRecords): RawBuilder<unknown> {
  if ('campaignIds' in changed) return sql`SELECT unnest(${changed.campaignIds}::uuid[])`;
  const live = sql`SELECT id FROM campaigns WHERE workspace_id = ${workspaceId} AND status <> 'archived'`;
  if ('workspace' in changed) return live;
  if ('rotatorIds' in changed)
    return sql`${live} AND rotator_id IN (SELECT unnest(${changed.rotatorIds}::uuid[]))`;
  if ('trafficSourceIds' in changed)
    return sql`${live} AND traffic_source_id IN (SELECT unnest(${changed.trafficSourceIds}::uuid[]))`;
  if ('domainIds' in changed)
    return sql`${live} AND domain_id IN (SELECT unnest(${changed.domainIds}::uuid[]))`;
  return sql`${live} AND rotator_id IN (
    SELECT rotator_id FROM rotator_paths WHERE workspace_id = ${workspaceId} AND id IN (${affectedPaths(workspaceId, changed)}))`;
}

function affectedPaths(
  workspaceId: string,
  changed: Extract<
    ChangedRecords,
    { landingIds: unknown } | { offerIds: unknown } | { affiliateNetworkIds: unknown }
  >,
): RawBuilder<unknown> {
  if ('landingIds' in changed)
    return sql`SELECT path_id FROM rotator_path_landings
      WHERE workspace_id = ${workspaceId} AND landing_id IN (SELECT unnest(${changed.landingIds}::uuid[]))`;
  const changedOffers =
    'offerIds' in changed
      ? sql`SELECT unnest(${changed.offerIds}::uuid[])`
      : sql`SELECT id FROM offers WHERE workspace_id = ${workspaceId} AND affiliate_network_id IN (SELECT unnest(${changed.affiliateNetworkIds}::uuid[]))`;
  // An offer can be in a path's pool, or be the fallback offer of an offer in a pool.
  return sql`SELECT path_id FROM rotator_path_offers AS pool JOIN offers ON offers.id = pool.offer_id
    WHERE pool.workspace_id = ${workspaceId} AND (offers.id IN (${changedOffers}) OR offers.overflow_offer_id IN (${changedOffers}))`;
}
