import { sql } from 'kysely';
import type { CampaignSource } from '../../domain/publishing/compile-campaign.ts';
import type { Executor } from '../database/database.ts';

type Landing = CampaignSource['landings'][number];
type Offer = CampaignSource['offers'][number];

/** Returns landing pages in the form that campaigns are compiled from. Skips unknown IDs. */
export async function readLandings(
  executor: Executor,
  workspaceId: string,
  ids: string[],
): Promise<Landing[]> {
  const { rows } = await sql<Landing>`
    SELECT id, name, url, status = 'active' AS "isActive" FROM landings
    WHERE workspace_id = ${workspaceId} AND id IN (SELECT unnest(${ids}::uuid[])) ORDER BY id`.execute(
    executor,
  );
  return rows;
}

export async function readOffers(executor: Executor, workspaceId: string, ids: string[]): Promise<Offer[]> {
  const { rows } = await sql<Offer>`
    SELECT offers.id, offers.name, offers.url, offers.affiliate_network_id AS "affiliateNetworkId",
      networks.click_id_param AS "clickIdParam", offers.payout_amount::text AS payout,
      CASE WHEN offers.caps <> '[]' THEN json_build_object('overflowOfferId', offers.overflow_offer_id) END AS cap,
      offers.short_name AS "shortName", offers.status = 'active' AS "isActive"
    FROM offers LEFT JOIN affiliate_networks AS networks ON networks.id = offers.affiliate_network_id
    WHERE offers.workspace_id = ${workspaceId} AND (offers.id IN (SELECT unnest(${ids}::uuid[])) OR offers.id IN (
      SELECT overflow_offer_id FROM offers AS capped
      WHERE capped.workspace_id = ${workspaceId} AND capped.id IN (SELECT unnest(${ids}::uuid[]))))
    ORDER BY offers.id`.execute(executor);
  return rows;
}
