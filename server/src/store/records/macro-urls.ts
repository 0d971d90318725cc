/**
 * Reads the URLs and requests that are checked for macro problems, either for one record or for all records that are
 * not archived.
 */
import type { CampaignStatus, CostMode } from '@waypost/contract/campaigns/campaigns.ts';
import type { PostbackRequest } from '@waypost/contract/postbacks/postback-requests.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Executor } from '../database/database.ts';

type Named = { id: string; name: string };

type LandingUrl = Named & { url: string };

export async function listLandingUrls(
  executor: Executor,
  workspaceId: string,
  id?: string,
): Promise<LandingUrl[]> {
  const { rows } = await sql<LandingUrl>`
    SELECT id, name, url FROM landings WHERE ${isChecked('landings', workspaceId, id)} ORDER BY id`.execute(
    executor,
  );
  return rows;
}

type OfferUrl = Named & { url: string; clickIdParam: string | null };

export async function listOfferUrls(
  executor: Executor,
  workspaceId: string,
  id?: string,
): Promise<OfferUrl[]> {
  const { rows } = await sql<OfferUrl>`
    SELECT offers.id, offers.name, url, networks.click_id_param AS "clickIdParam"
    FROM offers LEFT JOIN affiliate_networks AS networks ON networks.id = offers.affiliate_network_id
    WHERE ${isChecked('offers', workspaceId, id)} ORDER BY offers.id`.execute(executor);
  return rows;
}

type RequestContent = Pick<PostbackRequest, 'postbackHeaders' | 'postbackBody'>;

type SourceMacros = Named &
  RequestContent &
  Record<'clickIdParam' | 'costParam' | 'clickIdMacro' | 'costMacro' | 'postbackUrl', string | null>;

export async function listSourceMacros(
  executor: Executor,
  workspaceId: string,
  id?: string,
): Promise<SourceMacros[]> {
  const { rows } = await sql<SourceMacros>`
    SELECT id, name, click_id_param AS "clickIdParam", cost_param AS "costParam", click_id_macro AS "clickIdMacro",
      cost_macro AS "costMacro", postback_url AS "postbackUrl", postback_headers AS "postbackHeaders",
      postback_body AS "postbackBody"
    FROM traffic_sources WHERE ${isChecked('traffic_sources', workspaceId, id)} ORDER BY id`.execute(
    executor,
  );
  return executor.seals.openIn(rows, workspaceId);
}

export type CampaignUrls = Named & {
  status: CampaignStatus;
  rotatorId: string;
  trafficSourceId: string;
  fallbackUrl: string | null;
  postbackUrl: string | null;
  /** `clickIdParam` and `costParam` are parameter names of the traffic source. */
  clickIdParam: string | null;
  costParam: string | null;
  costMode: CostMode;
  /** Sorted by priority, because warnings state the position of a rule. */
  rules: {
    enabled: boolean;
    actions: (RequestContent & {
      postbackUrl: string | null;
      enabled: boolean;
      isConversion: boolean;
      postbackEnabled: boolean;
    })[];
  }[];
  source: { name: string; postbackUrl: string | null };
};

export async function listCampaignUrls(
  executor: Executor,
  workspaceId: string,
  id?: string,
): Promise<CampaignUrls[]> {
  const { rows } = await sql<CampaignUrls>`
    SELECT campaigns.id, campaigns.name, campaigns.status, rotator_id AS "rotatorId",
      traffic_source_id AS "trafficSourceId", campaigns.fallback_url AS "fallbackUrl",
      campaigns.postback_url AS "postbackUrl", sources.click_id_param AS "clickIdParam",
      sources.cost_param AS "costParam", campaigns.cost_mode AS "costMode",
      json_build_object('name', sources.name, 'postbackUrl', sources.postback_url) AS source,
      coalesce((
        SELECT json_agg(json_build_object('enabled', rules.enabled, 'actions', coalesce((
          SELECT json_agg(json_build_object('postbackUrl', actions.postback_url, 'enabled', actions.enabled,
            'isConversion', actions.is_conversion, 'postbackEnabled', actions.postback_enabled,
            'postbackHeaders', actions.postback_headers, 'postbackBody', actions.postback_body) ORDER BY actions.idx)
          FROM goal_actions AS actions WHERE actions.rule_id = rules.id), '[]')) ORDER BY rules.priority)
        FROM goal_rules AS rules WHERE rules.campaign_id = campaigns.id), '[]') AS rules
    FROM campaigns JOIN traffic_sources AS sources ON sources.id = campaigns.traffic_source_id
    WHERE ${isChecked('campaigns', workspaceId, id)} ORDER BY campaigns.created_at DESC, campaigns.id DESC`.execute(
    executor,
  );
  return executor.seals.openIn(rows, workspaceId);
}

export async function listPoolItems(
  executor: Executor,
  workspaceId: string,
  items: { landingIds: string[]; offerIds: string[] },
): Promise<{ rotatorId: string; itemId: string }[]> {
  const isUsed = sql`paths.workspace_id = ${workspaceId} AND paths.deleted_at IS NULL AND pool.enabled`;
  const { rows } = await sql<{ rotatorId: string; itemId: string }>`
    SELECT paths.rotator_id AS "rotatorId", pool.landing_id AS "itemId"
      FROM rotator_path_landings AS pool JOIN rotator_paths AS paths ON paths.id = pool.path_id
      WHERE ${isUsed} AND pool.landing_id IN (SELECT unnest(${items.landingIds}::uuid[]))
    UNION
    SELECT paths.rotator_id, offers.id
      FROM rotator_path_offers AS pool JOIN rotator_paths AS paths ON paths.id = pool.path_id
      JOIN offers AS pooled ON pooled.id = pool.offer_id
      JOIN offers ON offers.id IN (pooled.id, pooled.overflow_offer_id)
      WHERE ${isUsed} AND offers.id IN (SELECT unnest(${items.offerIds}::uuid[]))`.execute(executor);
  return rows;
}

// With an ID, matches that record in any status, because it was just saved. Without an ID, matches all records that are
// not archived.
function isChecked(
  table: 'landings' | 'offers' | 'traffic_sources' | 'campaigns',
  workspaceId: string,
  id: string | undefined,
): RawBuilder<unknown> {
  const isOwn = sql`${sql.ref(`${table}.workspace_id`)} = ${workspaceId}`;
  return id === undefined
    ? sql`${isOwn} AND ${sql.ref(`${table}.status`)} <> 'archived'`
    : sql`${isOwn} AND ${sql.ref(`${table}.id`)} = ${id}`;
}
