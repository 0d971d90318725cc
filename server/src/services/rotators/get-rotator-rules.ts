import type { RotatorRules } from '@waypost/contract/rotators.ts';
import { WaypostError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { readRotatorRules, type PoolItem } from '../../store/rotator-rules.ts';
import { inWorkspace, type WorkspaceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';

/** The rotator's rules by priority, and its paths with their pools; archived rotators can be inspected too. */
export async function getRotatorRules(context: WorkspaceContext, id: string): Promise<RotatorRules> {
  requirePermission(context.actor, 'rotators.read');
  const rows = isId(id)
    ? await inWorkspace(context, (executor) => readRotatorRules(executor, context.workspaceId, id))
    : undefined;
  if (rows === undefined) throw new WaypostError('NOT_FOUND', 'there is no such rotator');
  return {
    version: rows.version,
    defaultPathId: rows.defaultPathId,
    rules: rows.rules.map((rule) => ({
      ...rule,
      paths: rows.rulePaths
        .filter((path) => path.ruleId === rule.id)
        .map(({ pathId, weight }) => ({ pathId, weight })),
    })),
    paths: rows.paths.map((path) => ({
      ...path,
      landings: inPath(rows.landings, path.id).map(({ itemId, weight, enabled }) => ({
        landingId: itemId,
        weight,
        enabled,
      })),
      offers: inPath(rows.offers, path.id).map(({ itemId, weight, enabled }) => ({
        offerId: itemId,
        weight,
        enabled,
      })),
    })),
  };
}

function inPath(items: PoolItem[], pathId: string): PoolItem[] {
  return items.filter((item) => item.pathId === pathId);
}
