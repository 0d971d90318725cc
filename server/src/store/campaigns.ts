import type { CampaignStatus, CostMode, TrackingMethod } from '@waypost/contract/campaigns.ts';
import { sql } from 'kysely';
import type { Executor } from './database.ts';
import { containsPattern, isOneOf } from './record-filter.ts';
import { lockRecords } from './records.ts';

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
  /** A decimal number. */
  costAmount: string;
  trackingMethod: TrackingMethod;
  includePrefetch: boolean;
  createdAt: Date;
};

export type CampaignColumns = Omit<CampaignRow, 'id' | 'trafficSourceName' | 'createdAt'>;

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
  return await selectCampaigns(executor, workspaceId).where(isOneOf(ids)).execute();
}

/**
 * Locked until the transaction ends, in a fixed order so that two bulk calls cannot wait for each other. Read by a
 * statement of its own: one that waited for the lock would show the new row with the name of the old one's source.
 */
export async function lockCampaigns(
  executor: Executor,
  workspaceId: string,
  ids: string[],
): Promise<CampaignRow[]> {
  await lockRecords(executor, 'campaigns', workspaceId, ids);
  return await selectCampaigns(executor, workspaceId).where(isOneOf(ids)).orderBy('id').execute();
}

// Written out: as a value it would be unknown to a plan that is kept, which then expects next to no rows.
const isNotArchived = sql<boolean>`status <> 'archived'`;

export type CampaignListFilter = {
  text?: string | undefined;
  ids?: string[] | undefined;
  includeArchived: boolean;
};

/** Newest first. */
export async function listCampaignRows(
  executor: Executor,
  workspaceId: string,
  filter: CampaignListFilter,
  limit: number,
): Promise<CampaignRow[]> {
  const { text, ids, includeArchived } = filter;
  return await selectCampaigns(executor, workspaceId)
    .$if(!includeArchived, (query) => query.where(isNotArchived))
    .$if(text !== undefined, (query) => query.where('name', 'ilike', containsPattern(text ?? '')))
    .where(isOneOf(ids))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

function selectCampaigns(executor: Executor, workspaceId: string) {
  return executor
    .selectFrom('campaigns')
    .select([
      'id',
      'name',
      'status',
      'traffic_source_id as trafficSourceId',
      // Not joined: the list is read in its own order, and a name is looked up for each row that is shown.
      sql<string>`(SELECT name FROM traffic_sources WHERE traffic_sources.id = campaigns.traffic_source_id)`.as(
        'trafficSourceName',
      ),
      'rotator_id as rotatorId',
      'domain_id as domainId',
      'country',
      'cost_mode as costMode',
      'cost_amount as costAmount',
      'tracking_method as trackingMethod',
      'include_prefetch as includePrefetch',
      'created_at as createdAt',
    ])
    .where('workspace_id', '=', workspaceId);
}

export async function setCampaignStatus(
  executor: Executor,
  workspaceId: string,
  ids: string[],
  change: { status: CampaignStatus; now: Date },
): Promise<void> {
  await executor
    .updateTable('campaigns')
    .set({ status: change.status, updated_at: change.now })
    .where('workspace_id', '=', workspaceId)
    .where(isOneOf(ids))
    .execute();
}

export type CampaignReference = 'traffic_source_id' | 'rotator_id' | 'domain_id';
export type CampaignUse = { id: string; name: string };

/** The campaigns, archived ones left out, that refer to a record and so keep it from being archived. */
export async function listCampaignUses(
  executor: Executor,
  workspaceId: string,
  reference: CampaignReference,
  id: string,
): Promise<CampaignUse[]> {
  return await executor
    .selectFrom('campaigns')
    .select(['id', 'name'])
    .where('workspace_id', '=', workspaceId)
    .where(reference, '=', id)
    .where(isNotArchived)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}
