import type { RotatorRules } from '@waypost/contract/rotators/rotators.ts';
import { isPublishable } from '../../domain/publishing/default-stream.ts';
import type { Executor } from '../../store/database/database.ts';
import type { LockedRecord } from '../../store/records/records.ts';
import { campaignBlockers } from '../records/archive-records.ts';
import { refuseBlocked } from '../records/refuse-blocked.ts';
import { allPoolItems } from './lock-pools.ts';

/**
 * Throws if a campaign uses the rotator and the rules cannot be published. If no campaign uses the rotator, such rules
 * may be saved as a draft.
 */
export async function requirePublishable(
  executor: Executor,
  workspaceId: string,
  {
    rotator,
    next,
    archivedIds,
  }: { rotator: LockedRecord; next: RotatorRules; archivedIds: ReadonlySet<string> },
): Promise<void> {
  const path = next.paths.find(({ id }) => id === next.defaultPathId);
  const items = allPoolItems(path === undefined ? [] : [path]).map(({ itemId, enabled }) => ({
    enabled,
    status: archivedIds.has(itemId) ? ('archived' as const) : ('active' as const),
  }));
  const stream = {
    rotatorStatus: rotator.isArchived ? ('archived' as const) : ('active' as const),
    path: path && { enabled: path.enabled, deletedAt: null },
    items,
  };
  if (isPublishable(stream)) return;
  const blockers = await campaignBlockers('rotator_id')(executor, workspaceId, [rotator.id]);
  if (blockers.length === 0) return;
  const by = blockers.map(({ type, id, name }) => ({ type, id, name }));
  const blocked = { type: 'rotator', id: rotator.id, name: rotator.name, by };
  refuseBlocked('not-publishable', 'Campaigns use this rotator, and its default path cannot be published', [
    blocked,
  ]);
}
