import type {
  CampaignStatus,
  CostMode,
  ServedStatus,
  TrackingMethod,
} from '@waypost/contract/campaigns/campaigns.ts';
import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';
import { always, unnestIds, isOneOf, nameContains } from './record-filter.ts';
import { lockRecords, type RecordUse } from './records.ts';

export type CampaignRow = {
  id: string;
  name: string;
  status: CampaignStatus;
  trafficSourceId: string;
  trafficSourceName: string;
  rotatorId: string;
  domainId: string | null;
  country: string | null;
  costMode: CostMode;
  costAmount: string;
  trackingMethod: TrackingMethod;
  includePrefetch: boolean;
  version: number;
  archivedFrom: ServedStatus | null;
  createdAt: Date;
};

export type CampaignColumns = Omit<
  CampaignRow,
  'id' | 'trafficSourceName' | 'version' | 'archivedFrom' | 'createdAt'
>;

export async function insertCampaign(
  executor: Executor,
  workspaceId: string,
  campaign: CampaignColumns & { id: string; createdAt: Date },
): Promise<void> {
  const { id, createdAt } = campaign;
  await executor
    .insertInto('campaigns')
    .values({
      id,
      workspace_id: workspaceId,
      ...toColumns(campaign),
      created_at: createdAt,
      updated_at: createdAt,
    })
    .execute();
}

export async function updateCampaignRow(
  executor: Executor,
  workspaceId: string,
  campaign: CampaignColumns & { id: string },
  now: Date,
): Promise<void> {
  await executor
    .updateTable('campaigns')
    .set({ ...toColumns(campaign), updated_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', campaign.id)
    .execute();
}

function toColumns(campaign: CampaignColumns) {
  return {
    name: campaign.name,
    status: campaign.status,
    traffic_source_id: campaign.trafficSourceId,
    rotator_id: campaign.rotatorId,
    domain_id: campaign.domainId,
    country: campaign.country,
    cost_mode: campaign.costMode,
    cost_amount: campaign.costAmount,
    tracking_method: campaign.trackingMethod,
    include_prefetch: campaign.includePrefetch,
  };
}

export async function findCampaigns(
  executor: Executor,
  workspaceId: string,
  ids: string[],
): Promise<CampaignRow[]> {
  const { rows } = await sql<CampaignRow>`
    SELECT ${selectedColumns} FROM ${unnestIds(ids)}, LATERAL (
      SELECT * FROM campaigns WHERE workspace_id = ${workspaceId} AND campaigns.id = wanted.id OFFSET 0) AS campaigns`.execute(
    executor,
  );
  return rows;
}

/**
 * Locks campaigns in a fixed order to prevent deadlocks, then reads them in a second statement. A single statement that
 * waited for the lock would return the new row with the name of the old traffic source.
 */
export async function lockCampaigns(
  executor: Executor,
  workspaceId: string,
  ids: string[],
): Promise<CampaignRow[]> {
  await lockRecords(executor, 'campaigns', workspaceId, ids);
  return await findCampaigns(executor, workspaceId, ids);
}

// The status is a literal, because with a parameter, a generic plan would expect almost no rows.
const isNotArchived = sql<boolean>`status <> 'archived'`;

type CampaignListFilter = {
  text?: string | undefined;
  ids?: string[] | undefined;
  includeArchived: boolean;
};

export async function listCampaignRows(
  executor: Executor,
  workspaceId: string,
  filter: CampaignListFilter,
  limit: number,
): Promise<CampaignRow[]> {
  const { text, ids, includeArchived } = filter;
  const { rows } = await sql<CampaignRow>`
    SELECT ${selectedColumns} FROM campaigns
    WHERE workspace_id = ${workspaceId} AND ${isOneOf(ids)}
      AND ${includeArchived ? always : isNotArchived} AND ${text === undefined ? always : nameContains(text)}
    ORDER BY created_at DESC, id DESC LIMIT ${limit}`.execute(executor);
  return rows;
}

export async function hasCampaigns(executor: Executor, workspaceId: string): Promise<boolean> {
  const found = await executor
    .selectFrom('campaigns')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export const campaignColumns = sql`
  campaigns.id, campaigns.name, status, traffic_source_id AS "trafficSourceId", rotator_id AS "rotatorId",
  domain_id AS "domainId", country, cost_mode AS "costMode", cost_amount AS "costAmount",
  tracking_method AS "trackingMethod", include_prefetch AS "includePrefetch", version,
  archived_from AS "archivedFrom",
  created_at AS "createdAt"`;

// The name is selected with a subquery instead of a join, so that rows are read in list order and the name is looked up
// only for returned rows.
const selectedColumns = sql`${campaignColumns}, (
  SELECT name FROM traffic_sources WHERE traffic_sources.id = campaigns.traffic_source_id) AS "trafficSourceName"`;

export type CampaignReference = 'traffic_source_id' | 'rotator_id' | 'domain_id';

export async function listCampaignUses(
  executor: Executor,
  workspaceId: string,
  reference: CampaignReference,
  ids: string[],
): Promise<RecordUse[]> {
  return await executor
    .selectFrom('campaigns')
    .select(['id', 'name', sql<string>`${sql.ref(reference)}`.as('used')])
    .where('workspace_id', '=', workspaceId)
    .where(isOneOf(ids, reference))
    .where(isNotArchived)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}
