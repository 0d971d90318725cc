import type { RecordStatus } from '@waypost/contract/records.ts';
import type { Executor } from './database.ts';
import { comesAfter, matchesFilter, type Page, type RecordFilter } from './record-filter.ts';

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
  return await selectLanding(executor, workspaceId, id).executeTakeFirst();
}

/** Locked until the transaction ends, so that two changes of one landing happen one after the other. */
export async function findLandingForUpdate(
  executor: Executor,
  workspaceId: string,
  id: string,
): Promise<LandingRow | undefined> {
  return await selectLanding(executor, workspaceId, id).forUpdate().executeTakeFirst();
}

function selectLanding(executor: Executor, workspaceId: string, id: string) {
  return executor
    .selectFrom('landings')
    .select(columns)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id);
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
  page: Page,
): Promise<LandingRow[]> {
  return await executor
    .selectFrom('landings')
    .select(columns)
    .where('workspace_id', '=', workspaceId)
    .$if(filter.includeArchived !== true, (query) => query.where('status', '=', 'active'))
    .where(matchesFilter(filter))
    .where(comesAfter(page.after))
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
