import { sql } from 'kysely';
import type { CampaignSource } from '../../domain/publishing/compile-campaign.ts';
import type { Executor } from '../database/database.ts';

/** A campaign to compile. `source` is undefined if the campaign is archived or deleted and must not be served. */
type CompileInput = { campaignId: string; source: CampaignSource | undefined };

type Head = Pick<
  CampaignSource,
  | 'workspaceId'
  | 'timezone'
  | 'currency'
  | 'addressPrivacy'
  | 'visitors'
  | 'maxCostPerVisit'
  | 'retention'
  | 'campaign'
  | 'source'
>;
// These parts are read in one statement, so that a rotator's version matches its content.
type Routing = Pick<CampaignSource, 'rotator' | 'rules' | 'paths' | 'landings' | 'offers'>;

export async function readCampaignSources(
  executor: Executor,
  workspaceId: string,
  campaignIds: string[],
): Promise<CompileInput[]> {
  const heads = await readHeads(executor, workspaceId, campaignIds);
  const rotatorIds = [...new Set([...heads.values()].map(({ rotatorId }) => rotatorId))];
  const routings = await readRoutings(executor, workspaceId, rotatorIds);
  return campaignIds.map((campaignId) => {
    const head = heads.get(campaignId);
    const routing = head === undefined ? undefined : routings.get(head.rotatorId);
    const source = head === undefined || routing === undefined ? undefined : { ...head.head, ...routing };
    return { campaignId, source };
  });
}

// Exchange rate for the cost parameter, or null if the workspace has no rate for the currency.
const costRate = sql`CASE WHEN coalesce(sources.currency, workspaces.currency) = workspaces.currency THEN '1' ELSE (
  SELECT trim_scale(rate)::text FROM currency_rates AS rates
  WHERE rates.workspace_id = campaigns.workspace_id AND rates.currency = sources.currency) END`;

async function readHeads(
  executor: Executor,
  workspaceId: string,
  campaignIds: string[],
): Promise<Map<string, { head: Head; rotatorId: string }>> {
  const { rows } = await sql<{ head: Head; rotatorId: string }>`
    SELECT campaigns.rotator_id AS "rotatorId", json_build_object(
      'workspaceId', campaigns.workspace_id,
      'timezone', workspaces.timezone,
      'currency', workspaces.currency,
      'addressPrivacy', workspaces.address_privacy,
      'visitors', workspaces.visitors,
      'maxCostPerVisit', trim_scale(workspaces.max_cost_per_visit)::text,
      'retention', json_build_object('visitDays', visit_days, 'eventDays', event_days, 'postbackDays', postback_days),
      'campaign', json_build_object(
        'id', campaigns.id, 'number', campaigns.number, 'version', campaigns.version, 'name', campaigns.name, 'status', campaigns.status,
        'country', campaigns.country, 'cost', json_build_object('mode', cost_mode, 'amount', cost_amount::text),
        'method', tracking_method, 'includePrefetch', include_prefetch, 'passParameters', pass_parameters,
        'fallbackUrl', coalesce(campaigns.fallback_url, workspaces.fallback_url),
        'blockUrl', workspaces.block_url, 'host', domains.host),
      'source', json_build_object(
        'id', sources.id, 'name', sources.name, 'clickIdParam', sources.click_id_param, 'costParam', sources.cost_param,
        'costRate', ${costRate}, 'tokens', (SELECT coalesce(json_agg(json_build_object('index', token -> 'index', 'param', token -> 'param') ORDER BY position), '[]')
          FROM jsonb_array_elements(sources.tokens) WITH ORDINALITY AS listed (token, position)))
    ) AS head
    FROM campaigns
    JOIN workspaces ON workspaces.id = campaigns.workspace_id
    JOIN traffic_sources AS sources ON sources.id = campaigns.traffic_source_id
    LEFT JOIN domains ON domains.id = campaigns.domain_id AND domains.verification = 'verified' AND domains.status = 'active'
    WHERE campaigns.workspace_id = ${workspaceId} AND campaigns.id IN (SELECT unnest(${campaignIds}::uuid[]))
      AND campaigns.status <> 'archived'`.execute(executor);
  return new Map(rows.map((row) => [row.head.campaign.id, row]));
}

async function readRoutings(
  executor: Executor,
  workspaceId: string,
  rotatorIds: string[],
): Promise<Map<string, Routing>> {
  const { rows } = await sql<Routing>`
    SELECT json_build_object('id', id, 'name', name, 'version', version, 'sticky', sticky,
        'stickyLanding', sticky_landing, 'stickyOffer', sticky_offer, 'stickyDays', sticky_days,
        'defaultPathId', default_path_id) AS rotator,
      ${rulesJson} AS rules, ${pathsJson} AS paths, ${landingsJson} AS landings, ${offersJson} AS offers
    FROM rotators WHERE rotators.workspace_id = ${workspaceId} AND rotators.id IN (SELECT unnest(${rotatorIds}::uuid[]))`.execute(
    executor,
  );
  return new Map(rows.map((routing) => [routing.rotator.id, routing]));
}

const rulesJson = sql`coalesce((
  SELECT json_agg(json_build_object('id', rules.id, 'enabled', rules.enabled, 'conditions', rules.conditions, 'paths', coalesce((
    SELECT json_agg(json_build_object('pathId', chosen.path_id, 'weight', chosen.weight) ORDER BY chosen.position)
    FROM rotator_rule_paths AS chosen WHERE chosen.rule_id = rules.id), '[]')) ORDER BY rules.priority)
  FROM rotator_rules AS rules WHERE rules.rotator_id = rotators.id), '[]')`;

const pathsJson = sql`coalesce((
  SELECT json_agg(json_build_object('id', paths.id, 'name', paths.name, 'enabled', paths.enabled, 'hasCaps', paths.caps <> '[]', 'blocks', paths.blocks,
    'visitCaps', jsonb_path_query_array(paths.caps, '$[*] ? (@.counts == "visits")'),
    'landings', coalesce((
      SELECT json_agg(json_build_object('id', pool.landing_id, 'weight', pool.weight, 'enabled', pool.enabled) ORDER BY pool.position)
      FROM rotator_path_landings AS pool WHERE pool.path_id = paths.id), '[]'),
    'offers', coalesce((
      SELECT json_agg(json_build_object('id', pool.offer_id, 'weight', pool.weight, 'enabled', pool.enabled) ORDER BY pool.position)
      FROM rotator_path_offers AS pool WHERE pool.path_id = paths.id), '[]')) ORDER BY paths.position)
  FROM rotator_paths AS paths WHERE paths.rotator_id = rotators.id AND paths.deleted_at IS NULL), '[]')`;

const landingsJson = sql`coalesce((
  SELECT json_agg(json_build_object('id', landings.id, 'name', landings.name, 'url', landings.url,
    'isActive', landings.status = 'active') ORDER BY landings.id)
  FROM landings WHERE landings.id IN (
    SELECT pool.landing_id FROM rotator_path_landings AS pool JOIN rotator_paths AS paths ON paths.id = pool.path_id
    WHERE paths.rotator_id = rotators.id AND paths.deleted_at IS NULL AND pool.enabled)), '[]')`;

const pooledOffers = sql`
  SELECT pool.offer_id FROM rotator_path_offers AS pool JOIN rotator_paths AS paths ON paths.id = pool.path_id
  WHERE paths.rotator_id = rotators.id AND paths.deleted_at IS NULL AND pool.enabled`;

const offersJson = sql`coalesce((
  SELECT json_agg(json_build_object('id', offers.id, 'name', offers.name, 'url', offers.url,
    'affiliateNetworkId', offers.affiliate_network_id, 'clickIdParam', networks.click_id_param,
    'payout', offers.payout_amount::text,
    'cap', CASE WHEN offers.caps <> '[]' THEN json_build_object('overflowOfferId', offers.overflow_offer_id,
      'clickCaps', jsonb_path_query_array(offers.caps, '$[*] ? (@.counts == "clicks")')) END,
    'shortName', offers.short_name, 'isActive', offers.status = 'active') ORDER BY offers.id)
  FROM offers LEFT JOIN affiliate_networks AS networks ON networks.id = offers.affiliate_network_id
  WHERE offers.id IN (${pooledOffers})
    OR offers.id IN (SELECT overflow_offer_id FROM offers AS capped WHERE capped.id IN (${pooledOffers}))), '[]')`;
