import { isDeepStrictEqual } from 'node:util';
import {
  isNewPath,
  rotatorRulesInput,
  type RotatorRules,
  type RotatorRulesInput,
} from '@waypost/contract/rotators/rotators.ts';
import { newId } from '../../platform/ids.ts';
import type { Executor } from '../../store/database/database.ts';
import { requestPublishing } from '../../store/publishing/publish-requests.ts';
import { replacePools } from '../../store/records/path-pools.ts';
import { listOwnPathIds, writePaths } from '../../store/records/rotator-paths.ts';
import { readRotatorRules, replaceRules } from '../../store/records/rotator-rules.ts';
import { setRotatorRouting } from '../../store/records/rotators.ts';
import { recordChange } from '../audit/record-change.ts';
import { inWorkspace, type WorkspaceContext } from '../context.ts';
import { invalidInput, parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { getRecordForUpdate } from '../records/get-record.ts';
import { refuseArchived } from '../records/refuse-blocked.ts';
import { refuseMissing } from '../refuse-missing.ts';
import { lockPools, poolItemsOf } from './lock-pools.ts';
import { requirePublishable } from './require-publishable.ts';
import { findForeignIds, resolveRotatorRules } from './resolve-rotator-rules.ts';
import { presentRotatorRules } from './rotator-rules.ts';
import { rotatorKind } from './rotators.ts';
import { saveRotatorVersion } from './save-rotator-version.ts';

/**
 * Replaces all paths and rules of the rotator. Locks the rotator, then the pool items, then the publish requests. Every
 * change that takes several of these locks uses this order.
 */
export async function saveRotatorRules(
  context: WorkspaceContext,
  rotatorId: string,
  input: unknown,
): Promise<RotatorRules> {
  requirePermission(context.actor, 'rotators.manage');
  const given = parseInput(rotatorRulesInput, input);
  const { workspaceId } = context;
  return await inWorkspace(context, async (executor) => {
    const expectedVersions = new Map([[rotatorId.toLowerCase(), given.version]]);
    const rotator = await getRecordForUpdate(
      executor,
      { ...context, expectedVersions },
      rotatorKind,
      rotatorId,
    );
    if (rotator.isArchived) refuseArchived({ type: 'rotator', id: rotator.id, name: rotator.name });
    const rows = await readRotatorRules(executor, workspaceId, rotator.id);
    const before = presentRotatorRules(rows ?? refuseMissing('rotator'));
    await requireOwnIds(executor, workspaceId, { rotatorId: rotator.id, before, given });
    const wanted = resolveRotatorRules(given, newId);
    if (isDeepStrictEqual(wanted, before)) return before;
    const archivedIds = await lockPools(executor, workspaceId, { rotator, before, next: wanted });
    await requirePublishable(executor, workspaceId, { rotator, next: wanted, archivedIds });
    const next = { ...wanted, version: before.version + 1 };
    const now = context.now();
    await writeRotatorRules(executor, workspaceId, { rotatorId: rotator.id, before, next, now });
    await recordChange(executor, workspaceId, context.actor, {
      action: 'rotator.save-rules',
      subjectId: rotator.id,
      name: rotator.name,
      version: next.version,
      before: routingOf(before),
      after: routingOf(next),
    });
    await saveRotatorVersion(executor, context, rotator.id, { isRaised: true });
    await requestPublishing(executor, workspaceId, { rotatorIds: [rotator.id] }, now);
    return next;
  });
}

async function requireOwnIds(
  executor: Executor,
  workspaceId: string,
  { rotatorId, before, given }: { rotatorId: string; before: RotatorRules; given: RotatorRulesInput },
): Promise<void> {
  const named = given.paths.flatMap(({ id }) => (typeof id === 'string' && !isNewPath(id) ? [id] : []));
  const issues = findForeignIds(given, {
    ruleIds: new Set(before.rules.map(({ id }) => id)),
    pathIds: new Set(await listOwnPathIds(executor, workspaceId, rotatorId, named)),
  });
  if (issues.length > 0) throw invalidInput(issues);
}

type RulesToWrite = { rotatorId: string; before: RotatorRules; next: RotatorRules; now: Date };

/**
 * Writes only differences. Deleted paths lose their pools, so that the landing pages and offers in the pools can be
 * archived.
 */
async function writeRotatorRules(
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

function routingOf({ defaultPathId, rules, paths }: RotatorRules): Omit<RotatorRules, 'version'> {
  return { defaultPathId, rules, paths };
}
