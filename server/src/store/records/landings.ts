import type { RecordStatus } from '@waypost/contract/api/records.ts';
import type { Executor } from '../database/database.ts';
import { matchesFilter, type Page, type RecordFilter } from './record-filter.ts';
import { paginate } from './records.ts';

export type LandingRow = {
  id: string;
  name: string;
  url: string;
  country: string | null;
  status: RecordStatus;
  version: number;
  createdAt: Date;
};

const columns = ['id', 'name', 'url', 'country', 'status', 'version', 'created_at as createdAt'] as const;

export async function insertLanding(
  executor: Executor,
  workspaceId: string,
  landing: Omit<LandingRow, 'status' | 'version'>,
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

export async function updateLandingRow(
  executor: Executor,
  workspaceId: string,
  landing: LandingRow,
  now: Date,
): Promise<void> {
  const { name, url, country } = landing;
  await executor
    .updateTable('landings')
    .set({ name, url, country, updated_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', landing.id)
    .execute();
}

export async function listLandingRows(
  executor: Executor,
  workspaceId: string,
  filter: RecordFilter,
  page: Page,
): Promise<LandingRow[]> {
  const query = executor.selectFrom('landings').select(columns).where(matchesFilter(filter));
  return await paginate(query, workspaceId, filter, page).execute();
}
