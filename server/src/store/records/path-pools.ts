import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';
import { isOneOf } from './record-filter.ts';
import type { RecordUse } from './records.ts';

export type PoolItem = { pathId: string; itemId: string; weight: number; enabled: boolean };
export type PoolKind = 'landings' | 'offers';

const pools = {
  landings: { table: 'rotator_path_landings', item: 'landing_id' },
  offers: { table: 'rotator_path_offers', item: 'offer_id' },
} as const;

export async function readPools(
  executor: Executor,
  workspaceId: string,
  pathIds: string[],
  kind: PoolKind,
): Promise<PoolItem[]> {
  const { table, item } = pools[kind];
  const { rows } = await sql<PoolItem>`
    SELECT path_id AS "pathId", ${sql.ref(item)} AS "itemId", weight, enabled FROM ${sql.table(table)}
    WHERE workspace_id = ${workspaceId} AND path_id IN (SELECT unnest(${pathIds}::uuid[])) ORDER BY position`.execute(
    executor,
  );
  return rows;
}

export async function replacePools(
  executor: Executor,
  workspaceId: string,
  kind: PoolKind,
  { pathIds, items }: { pathIds: string[]; items: PoolItem[] },
): Promise<void> {
  const { table, item } = pools[kind];
  await sql`DELETE FROM ${sql.table(table)}
    WHERE workspace_id = ${workspaceId} AND path_id IN (SELECT unnest(${pathIds}::uuid[]))`.execute(executor);
  if (items.length === 0) return;
  await sql`
    INSERT INTO ${sql.table(table)} (workspace_id, path_id, ${sql.ref(item)}, weight, enabled, position)
    SELECT ${workspaceId}::uuid, given.* FROM unnest(
      ${items.map(({ pathId }) => pathId)}::uuid[],
      ${items.map(({ itemId }) => itemId)}::uuid[],
      ${items.map(({ weight }) => weight)}::integer[],
      ${items.map(({ enabled }) => enabled)}::boolean[]
    ) WITH ORDINALITY AS given`.execute(executor);
}

export async function listPoolUses(
  executor: Executor,
  workspaceId: string,
  kind: PoolKind,
  ids: string[],
): Promise<RecordUse[]> {
  const { table, item } = pools[kind];
  const used = `pool.${item}`;
  const { rows } = await sql<RecordUse>`
    SELECT DISTINCT rotators.id, rotators.name, ${sql.ref(used)} AS used FROM ${sql.table(table)} AS pool
    JOIN rotator_paths AS paths ON paths.id = pool.path_id JOIN rotators ON rotators.id = paths.rotator_id
    WHERE pool.workspace_id = ${workspaceId} AND ${isOneOf(ids, used)} AND paths.deleted_at IS NULL
    ORDER BY rotators.id`.execute(executor);
  return rows;
}
