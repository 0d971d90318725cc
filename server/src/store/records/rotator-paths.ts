import type { Cap } from '@waypost/contract/campaigns/caps.ts';
import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';
import { comesAfter, isOneOf, type Page } from './record-filter.ts';

export type RotatorPathRow = {
  id: string;
  rotatorId: string;
  name: string;
  deletedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
};

type RotatorPathFilter = {
  rotatorId?: string | undefined;
  ids?: string[] | undefined;
  includeArchived: boolean;
};

export async function listRotatorPathRows(
  executor: Executor,
  workspaceId: string,
  filter: RotatorPathFilter,
  page: Page,
): Promise<RotatorPathRow[]> {
  const { rotatorId, ids, includeArchived } = filter;
  return await executor
    .selectFrom('rotator_paths')
    .select([
      'id',
      'rotator_id as rotatorId',
      'name',
      'deleted_at as deletedAt',
      'created_at as createdAt',
      'updated_at as updatedAt',
    ])
    .where('workspace_id', '=', workspaceId)
    .$if(!includeArchived, (query) => query.where('deleted_at', 'is', null))
    .$if(rotatorId !== undefined, (query) => query.where('rotator_id', '=', rotatorId ?? ''))
    .where(isOneOf(ids))
    .where(comesAfter(page.after))
    .orderBy('created_at')
    .orderBy('id')
    .limit(page.limit)
    .execute();
}

export async function listOwnPathIds(
  executor: Executor,
  workspaceId: string,
  rotatorId: string,
  ids: string[],
): Promise<string[]> {
  const rows = await executor
    .selectFrom('rotator_paths')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('rotator_id', '=', rotatorId)
    .where(isOneOf(ids))
    .execute();
  return rows.map((row) => row.id);
}

type PathsChange = {
  rotatorId: string;
  /** All paths of the rotator, in order. A listed path that was removed earlier is restored. */
  paths: { id: string; name: string; enabled: boolean; blocks: boolean; caps: Cap<'visits'>[] }[];
  touchedIds: string[];
  removedIds: string[];
  now: Date;
};

/** Saves paths. Removed paths are only marked as deleted, because old traffic still refers to their IDs. */
export async function writePaths(
  executor: Executor,
  workspaceId: string,
  change: PathsChange,
): Promise<void> {
  const { rotatorId, paths, touchedIds, removedIds, now } = change;
  await sql`
    INSERT INTO rotator_paths AS paths
      (id, workspace_id, rotator_id, name, enabled, blocks, caps, position, created_at, updated_at)
    SELECT given.id, ${workspaceId}::uuid, ${rotatorId}::uuid, given.name, given.enabled, given.blocks, given.caps, given.position, ${now}, ${now}
    FROM unnest(
      ${paths.map((path) => path.id)}::uuid[],
      ${paths.map((path) => path.name)}::text[],
      ${paths.map((path) => path.enabled)}::boolean[],
      ${paths.map((path) => path.blocks)}::boolean[],
      ${paths.map((path) => JSON.stringify(path.caps))}::jsonb[]
    ) WITH ORDINALITY AS given (id, name, enabled, blocks, caps, position)
    ON CONFLICT (id) DO UPDATE SET
      name = excluded.name, enabled = excluded.enabled, blocks = excluded.blocks, caps = excluded.caps, position = excluded.position, deleted_at = NULL,
      updated_at = CASE WHEN paths.id IN (SELECT unnest(${touchedIds}::uuid[])) THEN excluded.updated_at ELSE paths.updated_at END`.execute(
    executor,
  );
  if (removedIds.length === 0) return;
  await sql`
    UPDATE rotator_paths SET deleted_at = ${now}, updated_at = ${now}
    WHERE workspace_id = ${workspaceId} AND rotator_id = ${rotatorId} AND id IN (SELECT unnest(${removedIds}::uuid[]))`.execute(
    executor,
  );
}
