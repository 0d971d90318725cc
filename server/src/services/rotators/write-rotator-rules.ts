import { isDeepStrictEqual } from 'node:util';
import type { RotatorRules } from '@waypost/contract/rotators.ts';
import type { Executor } from '../../store/database.ts';
import { replacePools } from '../../store/path-pools.ts';
import { writePaths } from '../../store/rotator-paths.ts';
import { replaceRules } from '../../store/rotator-rules.ts';
import { setRotatorRouting } from '../../store/rotators.ts';
import { poolItemsOf } from './pool-items.ts';

export type RulesToWrite = { rotatorId: string; before: RotatorRules; next: RotatorRules; now: Date };

/** Writes what differs; paths that are gone lose their pools, so that what was in them is free again. */
export async function writeRotatorRules(
  executor: Executor,
  workspaceId: string,
  { rotatorId, before, next, now }: RulesToWrite,
): Promise<void> {
  const earlier = new Map(before.paths.map((path) => [path.id, path]));
  const kept = new Set(next.paths.map(({ id }) => id));
  const touched = next.paths.filter((path) => !isDeepStrictEqual(path, earlier.get(path.id)));
  const touchedIds = touched.map(({ id }) => id);
  const removedIds = before.paths.map(({ id }) => id).filter((id) => !kept.has(id));
  await writePaths(executor, workspaceId, { rotatorId, paths: next.paths, touchedIds, removedIds, now });
  for (const kind of ['landings', 'offers'] as const) {
    await replacePools(executor, workspaceId, kind, {
      pathIds: [...touchedIds, ...removedIds],
      items: poolItemsOf(touched, kind),
    });
  }
  if (!isDeepStrictEqual(next.rules, before.rules))
    await replaceRules(executor, workspaceId, rotatorId, next.rules);
  const { defaultPathId, version } = next;
  await setRotatorRouting(executor, workspaceId, { id: rotatorId, defaultPathId, version, now });
}
