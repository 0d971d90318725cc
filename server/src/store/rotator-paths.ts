import type { Executor } from './database.ts';
import { comesAfter, isOneOf, type Page } from './record-filter.ts';

export type RotatorPathRow = {
  id: string;
  rotatorId: string;
  name: string;
  deletedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
};

export type RotatorPathFilter = {
  rotatorId?: string | undefined;
  ids?: string[] | undefined;
  includeArchived: boolean;
};

/** One page, oldest first. */
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
