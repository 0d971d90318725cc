import type { CampaignStatus } from '@waypost/contract/campaigns/campaigns.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Executor } from '../database/database.ts';

export type UsedType = 'landing' | 'offer' | 'affiliate-network' | 'traffic-source' | 'rotator';
type UsedRecord = { workspaceId: string; type: UsedType; id: string };

type Counted = { total: number };
type CampaignUse = { id: string; name: string; status: CampaignStatus };
type RotatorUse = { id: string; name: string; parts: string[] };

export async function listCampaignsUsing(
  executor: Executor,
  record: UsedRecord,
  limit: number,
): Promise<(CampaignUse & Counted & { active: number })[]> {
  const { rows } = await sql<CampaignUse & Counted & { active: number }>`
    SELECT id, name, status, count(*) OVER ()::integer AS total,
      count(*) FILTER (WHERE status = 'active') OVER ()::integer AS active
    FROM campaigns
    WHERE workspace_id = ${record.workspaceId} AND status <> 'archived' AND ${campaignUses(record)}
    ORDER BY status = 'active' DESC, lower(name), id LIMIT ${limit}`.execute(executor);
  return rows;
}

export async function listRotatorsUsing(
  executor: Executor,
  record: UsedRecord,
  limit: number,
): Promise<(RotatorUse & Counted)[]> {
  const { rows } = await sql<RotatorUse & Counted>`
    SELECT rotators.id, rotators.name, array_agg(DISTINCT parts.name ORDER BY parts.name) AS parts,
      count(*) OVER ()::integer AS total
    FROM (${rotatorParts(record)}) AS parts JOIN rotators ON rotators.id = parts.rotator_id
    WHERE rotators.workspace_id = ${record.workspaceId} AND rotators.status = 'active'
    GROUP BY rotators.id, rotators.name ORDER BY lower(rotators.name), rotators.id LIMIT ${limit}`.execute(
    executor,
  );
  return rows;
}

export async function listOffersUsing(
  executor: Executor,
  { workspaceId, type, id }: UsedRecord,
  limit: number,
): Promise<({ id: string; name: string } & Counted)[]> {
  const reference = type === 'affiliate-network' ? 'affiliate_network_id' : 'overflow_offer_id';
  const { rows } = await sql<{ id: string; name: string } & Counted>`
    SELECT id, name, count(*) OVER ()::integer AS total FROM offers
    WHERE workspace_id = ${workspaceId} AND status = 'active' AND ${sql.ref(reference)} = ${id}
    ORDER BY lower(name), id LIMIT ${limit}`.execute(executor);
  return rows;
}

function campaignUses(record: UsedRecord): RawBuilder<boolean> {
  if (record.type === 'traffic-source') return sql<boolean>`traffic_source_id = ${record.id}`;
  return record.type === 'rotator'
    ? sql<boolean>`rotator_id = ${record.id}`
    : sql<boolean>`rotator_id IN (SELECT rotator_id FROM (${pathsOf(record)}) AS paths)`;
}

function rotatorParts(record: UsedRecord): RawBuilder<unknown> {
  if (record.type !== 'traffic-source') return pathsOf(record);
  return sql`SELECT rotator_id, name FROM rotator_rules
    WHERE workspace_id = ${record.workspaceId} AND position(${record.id} IN conditions::text) > 0`;
}

function pathsOf({ workspaceId, type, id }: UsedRecord): RawBuilder<unknown> {
  const pool = sql.table(type === 'landing' ? 'rotator_path_landings' : 'rotator_path_offers');
  const items =
    type === 'affiliate-network'
      ? sql`pool.offer_id IN (SELECT id FROM offers WHERE workspace_id = ${workspaceId} AND affiliate_network_id = ${id})`
      : sql`${sql.ref(type === 'landing' ? 'pool.landing_id' : 'pool.offer_id')} = ${id}`;
  return sql`SELECT paths.rotator_id, paths.name FROM ${pool} AS pool JOIN rotator_paths AS paths ON paths.id = pool.path_id
    WHERE pool.workspace_id = ${workspaceId} AND paths.deleted_at IS NULL AND ${items}`;
}
