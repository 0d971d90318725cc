import type { ChangedRecord } from '@waypost/contract/campaigns/bulk.ts';
import type { CampaignStatus } from '@waypost/contract/campaigns/campaigns.ts';
import type { TaggedType } from '@waypost/contract/campaigns/tags.ts';
import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import type { Executor } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import { comesAfter, unnestIds, type Page } from './record-filter.ts';

type ArchivableTable =
  | 'landings'
  | 'rotators'
  | 'traffic_sources'
  | 'offers'
  | 'affiliate_networks'
  | 'domains';

export type RecordTable = ArchivableTable | 'campaigns';

// Tables of records with versions and tags.
export const tablesByType = {
  campaign: 'campaigns',
  rotator: 'rotators',
  landing: 'landings',
  offer: 'offers',
  'traffic-source': 'traffic_sources',
  'affiliate-network': 'affiliate_networks',
} as const satisfies Record<TaggedType, RecordTable>;

/** A record that uses another record. `used` is the ID of the other record. */
export type RecordUse = { id: string; name: string; used: string };

export type LockedRecord = {
  id: string;
  name: string;
  version: number;
  status: CampaignStatus;
  isArchived: boolean;
};

/**
 * Locks existing records in a fixed order to prevent deadlocks. Uses NO KEY UPDATE, because FOR UPDATE would also block
 * transactions that write references to the record, which can lead to deadlocks.
 */
export async function lockRecords(
  executor: Executor,
  table: RecordTable,
  workspaceId: string,
  ids: string[],
): Promise<LockedRecord[]> {
  return await selectLocked(executor, table, { workspaceId, ids, lock: sql`FOR NO KEY UPDATE` });
}

/**
 * Locks records that the transaction refers to. Other transactions can also refer to these records, but cannot archive
 * them until this transaction ends.
 */
export async function shareLockRecords(
  executor: Executor,
  table: RecordTable,
  workspaceId: string,
  ids: string[],
): Promise<LockedRecord[]> {
  return await selectLocked(executor, table, { workspaceId, ids, lock: sql`FOR SHARE` });
}

async function selectLocked(
  executor: Executor,
  table: RecordTable,
  { workspaceId, ids, lock }: { workspaceId: string; ids: string[]; lock: RawBuilder<unknown> },
): Promise<LockedRecord[]> {
  const name = nameOf(table);
  const { rows } = await sql<LockedRecord>`
    SELECT record.* FROM ${unnestIds(ids)}, LATERAL (
      SELECT id, ${name} AS name, version, status, status = 'archived' AS "isArchived" FROM ${sql.table(table)} AS record
      WHERE workspace_id = ${workspaceId} AND record.id = wanted.id ${lock}) AS record`.execute(executor);
  return rows;
}

function nameOf(table: RecordTable): RawBuilder<unknown> {
  return sql.ref(table === 'domains' ? 'host' : 'name');
}

export async function setRecordStatus(
  executor: Executor,
  table: RecordTable,
  change: { workspaceId: string; ids: string[]; status: CampaignStatus; now: Date },
): Promise<void> {
  const { workspaceId, ids, status, now } = change;
  const before = status === 'archived' ? sql`status` : sql`NULL`;
  const archivedFrom = table === 'campaigns' ? sql`archived_from = ${before},` : sql``;
  await sql`
    UPDATE ${sql.table(table)} SET ${archivedFrom} status = ${status}, updated_at = ${now}, version = version + 1
    WHERE workspace_id = ${workspaceId} AND id IN (SELECT unnest(${ids}::uuid[]))`.execute(executor);
}

export async function incrementVersion(
  executor: Executor,
  table: RecordTable,
  workspaceId: string,
  id: string,
): Promise<void> {
  await sql`
    UPDATE ${sql.table(table)} SET version = version + 1
    WHERE workspace_id = ${workspaceId} AND id = ${id}`.execute(executor);
}

export async function listRecordStates(
  executor: Executor,
  table: RecordTable,
  workspaceId: string,
  ids: string[],
): Promise<ChangedRecord[]> {
  const { rows } = await sql<ChangedRecord>`
    SELECT record.* FROM ${unnestIds(ids)}, LATERAL (
      SELECT id, ${nameOf(table)} AS name, status, version FROM ${sql.table(table)} AS record
      WHERE workspace_id = ${workspaceId} AND record.id = wanted.id) AS record
    ORDER BY array_position(${ids}::uuid[], record.id)`.execute(executor);
  return rows;
}

export function paginate<Table extends ArchivableTable, Row>(
  query: SelectQueryBuilder<Schema, Table, Row>,
  workspaceId: string,
  filter: { includeArchived?: boolean | undefined },
  page: Page,
): SelectQueryBuilder<Schema, Table, Row> {
  return query
    .where(sql<boolean>`workspace_id = ${workspaceId}`)
    .$if(filter.includeArchived !== true, (active) => active.where(sql<boolean>`status = 'active'`))
    .where(comesAfter(page.after))
    .orderBy(sql`created_at`)
    .orderBy(sql`id`)
    .limit(page.limit);
}
