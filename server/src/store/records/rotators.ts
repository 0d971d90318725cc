import type { RecordStatus } from '@waypost/contract/api/records.ts';
import type { RotatorSettings } from '@waypost/contract/accounts/settings.ts';
import type { Executor } from '../database/database.ts';
import { comesAfter, matchesFilter, type Page, type RecordFilter } from './record-filter.ts';

export type RotatorRow = {
  id: string;
  name: string;
  shared: boolean;
  country: string | null;
  status: RecordStatus;
  version: number;
  createdAt: Date;
};

const columns = ['id', 'name', 'shared', 'country', 'status', 'version', 'created_at as createdAt'] as const;

export async function insertRotator(
  executor: Executor,
  workspaceId: string,
  rotator: Omit<RotatorRow, 'status' | 'version'> & { defaultPath: { id: string; name: string } },
): Promise<void> {
  const { id, name, shared, country, createdAt, defaultPath } = rotator;
  const times = { created_at: createdAt, updated_at: createdAt };
  await executor
    .insertInto('rotators')
    .values({
      id,
      workspace_id: workspaceId,
      name,
      shared,
      country,
      status: 'active',
      default_path_id: defaultPath.id,
      ...times,
    })
    .execute();
  await executor
    .insertInto('rotator_paths')
    .values({
      id: defaultPath.id,
      workspace_id: workspaceId,
      rotator_id: id,
      name: defaultPath.name,
      position: 0,
      ...times,
    })
    .execute();
}

export async function findRotator(
  executor: Executor,
  workspaceId: string,
  id: string,
): Promise<RotatorRow | undefined> {
  return await executor
    .selectFrom('rotators')
    .select(columns)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function updateRotatorRow(
  executor: Executor,
  workspaceId: string,
  { id, name, shared, country, status }: RotatorRow,
  now: Date,
): Promise<void> {
  await executor
    .updateTable('rotators')
    .set({ name, shared, country, status, updated_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

export async function setRotatorRouting(
  executor: Executor,
  workspaceId: string,
  { id, defaultPathId, version, now }: { id: string; defaultPathId: string; version: number; now: Date },
): Promise<void> {
  await executor
    .updateTable('rotators')
    .set({ default_path_id: defaultPathId, version, updated_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

export async function listRotatorRows(
  executor: Executor,
  workspaceId: string,
  filter: RecordFilter,
  page: Page,
): Promise<RotatorRow[]> {
  return await executor
    .selectFrom('rotators')
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

export type RotatorSettingsRow = Omit<RotatorRow, 'createdAt'> & RotatorSettings;

const settingsColumns = [
  'sticky',
  'sticky_landing as stickyLanding',
  'sticky_offer as stickyOffer',
  'sticky_days as stickyDays',
] as const;

export async function findRotatorSettings(
  executor: Executor,
  workspaceId: string,
  id: string,
): Promise<RotatorSettingsRow | undefined> {
  return await executor
    .selectFrom('rotators')
    .select(['id', 'name', 'shared', 'country', 'status', 'version', ...settingsColumns])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function updateRotatorSettingsRow(
  executor: Executor,
  workspaceId: string,
  { id, sticky, stickyLanding, stickyOffer, stickyDays }: RotatorSettingsRow,
  now: Date,
): Promise<void> {
  await executor
    .updateTable('rotators')
    .set({
      sticky,
      sticky_landing: stickyLanding,
      sticky_offer: stickyOffer,
      sticky_days: stickyDays,
      updated_at: now,
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

export async function listRotatorSettings(
  executor: Executor,
  workspaceId: string,
): Promise<({ id: string } & RotatorSettings)[]> {
  return await executor
    .selectFrom('rotators')
    .select(['id', ...settingsColumns])
    .where('workspace_id', '=', workspaceId)
    .execute();
}
