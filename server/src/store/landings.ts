import type { RecordStatus } from '@waypost/contract/records.ts';
import { sql } from 'kysely';
import type { Executor } from './database.ts';
import { containsPattern, type PageStart, type RecordFilter } from './record-filter.ts';

export type LandingRow = {
  id: string;
  name: string;
  url: string;
  country: string | null;
  status: RecordStatus;
  createdAt: Date;
};

const columns = ['id', 'name', 'url', 'country', 'status', 'created_at as createdAt'] as const;

export async function insertLanding(
  executor: Executor,
  workspaceId: string,
  landing: Omit<LandingRow, 'status'>,
): Promise<void> {
  const { id, name, url, country, createdAt } = landing;
  await executor
    .insertInto('landings')
    .values({
      id,
      workspace_id: workspaceId,
      name,
      url,
      country,
      status: 'active',
      created_at: createdAt,
      updated_at: createdAt,
    })
    .execute();
}

export async function findLanding(
  executor: Executor,
  workspaceId: string,
  id: string,
): Promise<LandingRow | undefined> {
  return await executor
    .selectFrom('landings')
    .select(columns)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Locked until the transaction ends, so that two changes of one landing happen one after the other. */
export async function findLandingForUpdate(
  executor: Executor,
  workspaceId: string,
  id: string,
): Promise<LandingRow | undefined> {
  return await executor
    .selectFrom('landings')
    .select(columns)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateLandingRow(
  executor: Executor,
  workspaceId: string,
  id: string,
  change: Partial<Pick<LandingRow, 'name' | 'url' | 'country' | 'status'>> & { updatedAt: Date },
): Promise<void> {
  const { updatedAt, ...columnsToSet } = change;
  await executor
    .updateTable('landings')
    .set({ ...columnsToSet, updated_at: updatedAt })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

/** One page, oldest first. */
export async function listLandingRows(
  executor: Executor,
  workspaceId: string,
  filter: RecordFilter,
  page: { after?: PageStart | undefined; limit: number },
): Promise<LandingRow[]> {
  const { text, ids, country, includeArchived } = filter;
  return await executor
    .selectFrom('landings')
    .select(columns)
    .where('workspace_id', '=', workspaceId)
    .$if(includeArchived !== true, (query) => query.where('status', '=', 'active'))
    .$if(text !== undefined, (query) => query.where('name', 'ilike', containsPattern(text ?? '')))
    .$if(ids !== undefined, (query) => query.where('id', '=', sql<string>`any(${ids ?? []}::uuid[])`))
    .$if(country !== undefined, (query) => query.where('country', '=', country ?? ''))
    .$if(page.after !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) > (${page.after?.createdAt}, ${page.after?.id}::uuid)`),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(page.limit)
    .execute();
}

export type PoolUse = { rotatorId: string; rotatorName: string };

/** The rotators in whose pools a landing is; paths that were removed do not count. */
export async function listLandingUses(
  executor: Executor,
  workspaceId: string,
  landingId: string,
): Promise<PoolUse[]> {
  return await executor
    .selectFrom('rotator_path_landings')
    .innerJoin('rotator_paths', 'rotator_paths.id', 'rotator_path_landings.path_id')
    .innerJoin('rotators', 'rotators.id', 'rotator_paths.rotator_id')
    .select(['rotators.id as rotatorId', 'rotators.name as rotatorName'])
    .distinct()
    .where('rotator_path_landings.workspace_id', '=', workspaceId)
    .where('landing_id', '=', landingId)
    .where('rotator_paths.deleted_at', 'is', null)
    .orderBy('rotators.id')
    .execute();
}
