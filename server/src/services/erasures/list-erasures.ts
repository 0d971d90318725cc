import { erasureListQuery, type Erasure } from '@waypost/contract/events/erasures.ts';
import type { ListPage } from '@waypost/contract/api/paging.ts';
import { listErasurePage, type ListedErasure } from '../../store/conversions/erasures.ts';
import { readAsSystem, type WorkspaceContext } from '../context.ts';
import { openList } from '../lists/open-list.ts';
import { requirePermission } from '../permissions.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Lists erasures. Requires the permission to erase, because the list contains click IDs. */
export async function listErasures(context: WorkspaceContext, input: unknown): Promise<ListPage<Erasure>> {
  requirePermission(context.actor, 'visits.erase');
  const list = await openList(context, { name: 'erasures', query: erasureListQuery }, input);
  // Only the system role of the database can read erasures. The workspace role cannot.
  const { rows, next } = await readAsSystem(context, (executor) =>
    listErasurePage(executor, context.workspaceId, list.part),
  );
  return list.answer(rows.map(presentErasure), { next, total: null });
}

function presentErasure(row: ListedErasure): Erasure {
  return {
    id: row.id,
    clickId: row.clickId,
    state: stateOf(row),
    requestedAt: row.requestedAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}

/**
 * Returns the state of an erasure. The next sweep follows a day after a sweep that found no rows, and a minute after
 * any other sweep.
 */
function stateOf({ finishedAt, problem, nextAt, requestedAt }: ListedErasure): Erasure['state'] {
  if (finishedAt !== null) return 'done';
  if (problem !== null) return 'stuck';
  return nextAt.getTime() - requestedAt.getTime() >= dayMs ? 'watched' : 'begun';
}
