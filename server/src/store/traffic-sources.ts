import type { RecordStatus } from '@waypost/contract/records.ts';
import type { Executor } from './database.ts';

export type NewTrafficSource = {
  id: string;
  name: string;
  clickIdParam: string | null;
  costParam: string | null;
  postbackUrl: string | null;
  clickIdMacro: string | null;
  costMacro: string | null;
  createdAt: Date;
};

export async function insertTrafficSource(
  executor: Executor,
  workspaceId: string,
  source: NewTrafficSource,
): Promise<void> {
  await executor
    .insertInto('traffic_sources')
    .values({
      id: source.id,
      workspace_id: workspaceId,
      name: source.name,
      click_id_param: source.clickIdParam,
      cost_param: source.costParam,
      postback_url: source.postbackUrl,
      click_id_macro: source.clickIdMacro,
      cost_macro: source.costMacro,
      status: 'active',
      created_at: source.createdAt,
      updated_at: source.createdAt,
    })
    .execute();
}

/** Locked until the transaction ends, so that nothing begins to use it while it is being archived. */
export async function findTrafficSourceForUpdate(
  executor: Executor,
  workspaceId: string,
  id: string,
): Promise<{ id: string; status: RecordStatus } | undefined> {
  return await executor
    .selectFrom('traffic_sources')
    .select(['id', 'status'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function markTrafficSourceArchived(
  executor: Executor,
  workspaceId: string,
  id: string,
  now: Date,
): Promise<void> {
  await executor
    .updateTable('traffic_sources')
    .set({ status: 'archived', updated_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}
