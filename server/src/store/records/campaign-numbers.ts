import type { Executor } from '../database/database.ts';
import { isOneOf } from './record-filter.ts';

/** Maps campaign IDs to the campaign numbers that are part of click IDs. Skips campaigns of other workspaces. */
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
