import type { Executor } from '../database/database.ts';
import { isOneOf } from './record-filter.ts';

/** The numbers that click ids name campaigns by, of those of these campaigns that are the workspace's. */
export async function listCampaignNumbers(
  executor: Executor,
  workspaceId: string,
  campaignIds: string[],
): Promise<Map<string, number>> {
  const rows = await executor
    .selectFrom('campaigns')
    .select(['id', 'number'])
    .where('workspace_id', '=', workspaceId)
    .where(isOneOf(campaignIds))
    .execute();
  return new Map(rows.map(({ id, number }) => [id, number]));
}

/** The campaign of the workspace that click ids with this number belong to. */
export async function findCampaignByNumber(
  executor: Executor,
  workspaceId: string,
  number: number,
): Promise<string | undefined> {
  const row = await executor
    .selectFrom('campaigns')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('number', '=', number)
    .executeTakeFirst();
  return row?.id;
}

/** Numbers of all campaigns of the workspace. */
export async function listAllCampaignNumbers(
  executor: Executor,
  workspaceId: string,
): Promise<ReadonlySet<number>> {
  const rows = await executor
    .selectFrom('campaigns')
    .select('number')
    .where('workspace_id', '=', workspaceId)
    .execute();
  return new Set(rows.map(({ number }) => number));
}
