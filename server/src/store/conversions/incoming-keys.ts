import { sql } from 'kysely';
import type { LinkMacros } from '../../domain/macros/link-macros.ts';
import type { Executor } from '../database/database.ts';

export type CampaignAddresses = {
  host: string | null;
  incomingKey: string;
  previousKey: string | null;
  previousUntil: Date | null;
  version: number;
  source: LinkMacros;
};

export async function findCampaignAddresses(
  executor: Executor,
  workspaceId: string,
  campaignId: string,
): Promise<CampaignAddresses | undefined> {
  const { rows } = await sql<CampaignAddresses>`
    SELECT domains.host, campaigns.version, incoming_key AS "incomingKey", previous_incoming_key AS "previousKey",
      previous_key_until AS "previousUntil", json_build_object('clickIdParam', click_id_param,
        'clickIdMacro', click_id_macro, 'costParam', cost_param, 'costMacro', cost_macro, 'tokens', tokens) AS source
    FROM campaigns JOIN traffic_sources AS sources ON sources.id = campaigns.traffic_source_id
    LEFT JOIN domains
      ON domains.id = campaigns.domain_id AND domains.verification = 'verified' AND domains.status = 'active'
    WHERE campaigns.workspace_id = ${workspaceId} AND campaigns.id = ${campaignId}`.execute(executor);
  return rows[0];
}

/**
 * Creates a new key. The current key stays valid until `previousUntil`, and any older key becomes invalid immediately.
 */
export async function rotateIncomingKey(
  executor: Executor,
  workspaceId: string,
  campaignId: string,
  previousUntil: Date,
): Promise<void> {
  await sql`
    UPDATE campaigns SET incoming_key = DEFAULT, previous_incoming_key = incoming_key, previous_key_until = ${previousUntil}
    WHERE workspace_id = ${workspaceId} AND id = ${campaignId}`.execute(executor);
}

export async function findCampaignByIncomingKey(
  executor: Executor,
  workspaceId: string,
  key: string,
  now: Date,
): Promise<{ id: string; name: string } | undefined> {
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT id, name FROM campaigns WHERE workspace_id = ${workspaceId}
      AND (incoming_key = ${key} OR (previous_incoming_key = ${key} AND previous_key_until > ${now}))`.execute(
    executor,
  );
  return rows[0];
}
