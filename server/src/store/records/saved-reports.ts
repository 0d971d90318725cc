import type { SavedDefinition } from '@waypost/contract/reports/saved-reports.ts';
import type { Executor } from '../database/database.ts';

export type ListedReportRow = {
  id: string;
  name: string;
  isShared: boolean;
  ownerId: string;
  version: number;
  createdAt: Date;
  updatedAt: Date;
};
export type SavedReportRow = ListedReportRow & { question: SavedDefinition };

const listColumns = [
  'id',
  'name',
  'is_shared as isShared',
  'owner_id as ownerId',
  'version',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const;

export async function insertSavedReport(
  executor: Executor,
  workspaceId: string,
  report: Omit<SavedReportRow, 'version' | 'updatedAt'>,
): Promise<void> {
  await executor
    .insertInto('saved_reports')
    .values({
      id: report.id,
      workspace_id: workspaceId,
      owner_id: report.ownerId,
      name: report.name,
      question: JSON.stringify(report.question),
      is_shared: report.isShared,
      created_at: report.createdAt,
      updated_at: report.createdAt,
    })
    .execute();
}

function selectVisible(executor: Executor, workspaceId: string, userId: string) {
  return executor
    .selectFrom('saved_reports')
    .where('workspace_id', '=', workspaceId)
    .where((row) => row.or([row('owner_id', '=', userId), row('is_shared', '=', true)]));
}

export async function listSavedReportRows(
  executor: Executor,
  workspaceId: string,
  userId: string,
): Promise<ListedReportRow[]> {
  return await selectVisible(executor, workspaceId, userId).select(listColumns).execute();
}

export async function findSavedReport(
  executor: Executor,
  workspaceId: string,
  { id, userId }: { id: string; userId: string },
): Promise<SavedReportRow | undefined> {
  return await selectVisible(executor, workspaceId, userId)
    .select([...listColumns, 'question'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function findSavedReportForUpdate(
  executor: Executor,
  workspaceId: string,
  { id, userId }: { id: string; userId: string },
): Promise<SavedReportRow | undefined> {
  return await selectVisible(executor, workspaceId, userId)
    .select([...listColumns, 'question'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function updateSavedReport(
  executor: Executor,
  workspaceId: string,
  report: Pick<SavedReportRow, 'id' | 'name' | 'question' | 'isShared' | 'updatedAt'>,
): Promise<void> {
  await executor
    .updateTable('saved_reports')
    .set((row) => ({
      name: report.name,
      question: JSON.stringify(report.question),
      is_shared: report.isShared,
      version: row('version', '+', 1),
      updated_at: report.updatedAt,
    }))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', report.id)
    .execute();
}

export async function deleteSavedReport(executor: Executor, workspaceId: string, id: string): Promise<void> {
  await executor
    .deleteFrom('saved_reports')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

export async function countSavedReports(
  executor: Executor,
  workspaceId: string,
  ownerId: string,
): Promise<number> {
  const { count } = await executor
    .selectFrom('saved_reports')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
