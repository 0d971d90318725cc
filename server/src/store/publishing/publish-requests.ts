import { sql, type RawBuilder } from 'kysely';
import type { Executor } from '../database/database.ts';

/** Heard by the workers; says only that something waits. */
export const publishRequestChannel = 'waypost_publish_request';

/** What changed. Campaigns that are archived are touched only by their own changes. */
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
 * Asks for the campaigns that a change touches to be compiled anew, in the transaction of the change itself: there is
 * no change that is not followed, and no request without its change.
 */
export async function requestPublishing(
  executor: Executor,
  workspaceId: string,
  touched: ChangedRecords,
  now: Date,
): Promise<void> {
  // Locked in a fixed order, so that two changes which touch the same campaigns cannot wait for each other.
  const { numAffectedRows = 0n } = await sql`
    WITH touched AS (
      SELECT campaign_id FROM campaign_publications
      WHERE workspace_id = ${workspaceId} AND campaign_id IN (${campaignsTouched(workspaceId, touched)})
      ORDER BY campaign_id FOR NO KEY UPDATE
    )
    UPDATE campaign_publications AS publications
    SET requested = requested + 1, requested_at = CASE WHEN requested > compiled THEN requested_at ELSE ${now} END
    FROM touched WHERE publications.campaign_id = touched.campaign_id`.execute(executor);
  // Edges know the hosts themselves too, whether a campaign uses them or not.
  const isHostChange = 'domainIds' in touched;
  if (isHostChange) await sql`INSERT INTO host_changes DEFAULT VALUES`.execute(executor);
  if (isHostChange || numAffectedRows > 0n)
    await sql`SELECT pg_notify(${publishRequestChannel}, '')`.execute(executor);
}

function campaignsTouched(workspaceId: string, touched: ChangedRecords): RawBuilder<unknown> {
  if ('campaignIds' in touched) return sql`SELECT unnest(${touched.campaignIds}::uuid[])`;
  const live = sql`SELECT id FROM campaigns WHERE workspace_id = ${workspaceId} AND status <> 'archived'`;
  if ('workspace' in touched) return live;
  if ('rotatorIds' in touched)
    return sql`${live} AND rotator_id IN (SELECT unnest(${touched.rotatorIds}::uuid[]))`;
  if ('trafficSourceIds' in touched)
    return sql`${live} AND traffic_source_id IN (SELECT unnest(${touched.trafficSourceIds}::uuid[]))`;
  if ('domainIds' in touched)
    return sql`${live} AND domain_id IN (SELECT unnest(${touched.domainIds}::uuid[]))`;
  return sql`${live} AND rotator_id IN (
    SELECT rotator_id FROM rotator_paths WHERE workspace_id = ${workspaceId} AND id IN (${pathsTouched(workspaceId, touched)}))`;
}

function pathsTouched(
  workspaceId: string,
  touched: Extract<
    ChangedRecords,
    { landingIds: unknown } | { offerIds: unknown } | { affiliateNetworkIds: unknown }
  >,
): RawBuilder<unknown> {
  if ('landingIds' in touched)
    return sql`SELECT path_id FROM rotator_path_landings
      WHERE workspace_id = ${workspaceId} AND landing_id IN (SELECT unnest(${touched.landingIds}::uuid[]))`;
  const changed =
    'offerIds' in touched
      ? sql`SELECT unnest(${touched.offerIds}::uuid[])`
      : sql`SELECT id FROM offers WHERE workspace_id = ${workspaceId} AND affiliate_network_id IN (SELECT unnest(${touched.affiliateNetworkIds}::uuid[]))`;
  // An offer is reached through its place in a pool, or as the overflow of one that has it.
  return sql`SELECT path_id FROM rotator_path_offers AS pool JOIN offers ON offers.id = pool.offer_id
    WHERE pool.workspace_id = ${workspaceId} AND (offers.id IN (${changed}) OR offers.overflow_offer_id IN (${changed}))`;
}
