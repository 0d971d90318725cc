import type { RotatorRules } from '@waypost/contract/rotators/rotators.ts';
import { WaypostError } from '../../platform/errors.ts';
import type { Executor } from '../../store/database/database.ts';
import type { PoolItem, PoolKind } from '../../store/records/path-pools.ts';
import { shareLockRecords, type LockedRecord } from '../../store/records/records.ts';
import { refuseBlocked } from '../records/refuse-blocked.ts';

type Paths = RotatorRules['paths'];

export function poolItemsOf(paths: Paths, kind: PoolKind): PoolItem[] {
  return paths.flatMap(({ id: pathId, landings, offers }) =>
    kind === 'landings'
      ? landings.map(({ landingId, weight, enabled }) => ({ pathId, itemId: landingId, weight, enabled }))
      : offers.map(({ offerId, weight, enabled }) => ({ pathId, itemId: offerId, weight, enabled })),
  );
}

export function allPoolItems(paths: Paths): PoolItem[] {
  return [...poolItemsOf(paths, 'landings'), ...poolItemsOf(paths, 'offers')];
}

type RulesChange = { rotator: LockedRecord; before: RotatorRules; next: RotatorRules };

/**
 * Locks all landing pages and offers in the pools, so that they cannot be archived until the transaction ends, and
 * returns those that are archived. Rejects unknown items, and archived items that are newly added or enabled.
 */
export async function lockPools(
  executor: Executor,
  workspaceId: string,
  { rotator, before, next }: RulesChange,
): Promise<Set<string>> {
  const locked: (LockedRecord & { type: 'landing' | 'offer' })[] = [];
  const missing: string[] = [];
  for (const [kind, type] of [
    ['landings', 'landing'],
    ['offers', 'offer'],
  ] as const) {
    const ids = [...new Set(poolItemsOf(next.paths, kind).map(({ itemId }) => itemId))];
    const found = ids.length === 0 ? [] : await shareLockRecords(executor, kind, workspaceId, ids);
    const known = new Set(found.map(({ id }) => id));
    missing.push(...ids.filter((id) => !known.has(id)));
    locked.push(...found.map((item) => ({ ...item, type })));
  }
  if (missing.length > 0)
    throw new WaypostError('NOT_FOUND', 'Some of the landing pages or offers were not found', {
      details: { missing },
    });
  const activated = listActivated(before, next);
  const archived = locked.filter((item) => item.isArchived);
  const refused = archived.filter(({ id }) => activated.has(id));
  if (refused.length > 0) {
    const by = refused.map(({ type, id, name }) => ({ type, id, name }));
    const blocked = { type: 'rotator', id: rotator.id, name: rotator.name, by };
    refuseBlocked('archived', 'Some of the landing pages or offers are archived', [blocked]);
  }
  return new Set(archived.map(({ id }) => id));
}

function listActivated(before: RotatorRules, next: RotatorRules): Set<string> {
  const wasEnabled = new Map(
    allPoolItems(before.paths).map((item) => [`${item.pathId} ${item.itemId}`, item.enabled]),
  );
  const activated = allPoolItems(next.paths).filter((item) => {
    const earlier = wasEnabled.get(`${item.pathId} ${item.itemId}`);
    return earlier === undefined || (item.enabled && !earlier);
  });
  return new Set(activated.map(({ itemId }) => itemId));
}
