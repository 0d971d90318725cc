import type { ListPage } from '@waypost/contract/api/paging.ts';
import { sql } from 'kysely';
import type { WorkspaceContext } from '../../services/context.ts';
import { listAuditEntries } from '../../store/accounts/audit-log.ts';

export async function readAll<Item>(pages: AsyncIterable<Item[]>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const page of pages) items.push(...page);
  return items;
}

export async function listActions(context: WorkspaceContext, subjectId: string): Promise<string[]> {
  const entries = await context.database.inWorkspace(context.workspaceId, (executor) =>
    listAuditEntries(executor, context.workspaceId),
  );
  return entries
    .filter((entry) => entry.subjectId === subjectId)
    .map((entry) => entry.action)
    .toReversed();
}

export async function countRequests(context: WorkspaceContext, campaignId: string): Promise<number> {
  const { rows } = await context.database.inWorkspace(context.workspaceId, (executor) =>
    sql<{ requested: number }>`
      SELECT requested::int FROM campaign_publications WHERE campaign_id = ${campaignId}`.execute(executor),
  );
  return rows[0]?.requested ?? 0;
}

export async function addOfferToPool(
  context: WorkspaceContext,
  rotatorId: string,
  offerId: string,
): Promise<void> {
  await context.database.inWorkspace(context.workspaceId, (executor) =>
    sql`INSERT INTO rotator_path_offers (workspace_id, path_id, offer_id, position, weight, enabled)
        SELECT workspace_id, default_path_id, ${offerId}, 0, 100, true FROM rotators WHERE id = ${rotatorId}`.execute(
      executor,
    ),
  );
}

export async function countVersions(context: WorkspaceContext, id: string): Promise<number> {
  const { rows } = await context.database.inWorkspace(context.workspaceId, (executor) =>
    sql<{ n: number }>`SELECT count(*)::int AS n FROM record_versions WHERE record_id = ${id}`.execute(
      executor,
    ),
  );
  return rows[0]?.n ?? 0;
}

export async function listByCreation<Item extends { createdAt: string; id: string }>(
  page: Promise<ListPage<Item>>,
): Promise<Item[]> {
  const { items } = await page;
  return items.toSorted((one, other) =>
    `${one.createdAt} ${one.id}` < `${other.createdAt} ${other.id}` ? -1 : 1,
  );
}
