import type { ChangedRecord } from '@waypost/contract/bulk.ts';
import type { CampaignStatus } from '@waypost/contract/campaigns.ts';
import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import type { Executor } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import { comesAfter, eachOf, type Page } from './record-filter.ts';

/** The tables whose records are archived and restored by their status. */
type ArchivableTable =
  | 'landings'
  | 'rotators'
  | 'traffic_sources'
  | 'offers'
  | 'affiliate_networks'
  | 'domains';

/** Campaigns too, whose status can be one more. */
export type RecordTable = ArchivableTable | 'campaigns';

/** Something that uses a record, and which one. */
export type RecordUse = { id: string; name: string; used: string };

export type LockedRecord = {
  id: string;
  name: string;
  version: number;
  status: CampaignStatus;
  isArchived: boolean;
};

/**
 * Those of the ids that exist in the workspace, locked in a fixed order so that two bulk calls cannot wait for each other.
 * NO KEY here and everywhere: a full lock would also hold up every row that merely refers to the record, and who waits
 * there may hold what the owner of the lock needs next.
 */
export async function lockRecords(
  executor: Executor,
  table: RecordTable,
  workspaceId: string,
  ids: string[],
): Promise<LockedRecord[]> {
  return await selectLocked(executor, table, { workspaceId, ids, lock: sql`FOR NO KEY UPDATE` });
}

/** The same for records that are only referred to: until the transaction ends they can be used by others, not archived. */
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
    SELECT record.* FROM ${eachOf(ids)}, LATERAL (
      SELECT id, ${name} AS name, version, status, status = 'archived' AS "isArchived" FROM ${sql.table(table)} AS record
      WHERE workspace_id = ${workspaceId} AND record.id = wanted.id ${lock}) AS record`.execute(executor);
  return rows;
}

function nameOf(table: RecordTable): RawBuilder<unknown> {
  return sql.ref(table === 'domains' ? 'host' : 'name');
}

/** Every change of state makes a version, as every change of content does. */
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

export async function raiseVersion(
  executor: Executor,
  table: RecordTable,
  workspaceId: string,
  id: string,
): Promise<void> {
  await sql`
    UPDATE ${sql.table(table)} SET version = version + 1
    WHERE workspace_id = ${workspaceId} AND id = ${id}`.execute(executor);
}

/** What became of records, in the order in which they are asked for. */
export async function listStates(
  executor: Executor,
  table: RecordTable,
  workspaceId: string,
  ids: string[],
): Promise<ChangedRecord[]> {
  const { rows } = await sql<ChangedRecord>`
    SELECT record.* FROM ${eachOf(ids)}, LATERAL (
      SELECT id, ${nameOf(table)} AS name, status, version FROM ${sql.table(table)} AS record
      WHERE workspace_id = ${workspaceId} AND record.id = wanted.id) AS record
    ORDER BY array_position(${ids}::uuid[], record.id)`.execute(executor);
  return rows;
}

/** Narrows a list of records to one page of a workspace, oldest first. */
export function onePage<Table extends ArchivableTable, Row>(
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
