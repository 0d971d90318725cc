import type { RotatorRules } from '@waypost/contract/rotators.ts';
import type { PoolItem, PoolKind } from '../../store/path-pools.ts';

type Paths = RotatorRules['paths'];

/** The pools of one kind as rows, in the order of the paths. */
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
