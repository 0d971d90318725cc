import {
  rotatorPathFilter,
  rotatorPathListQuery,
  type PanelRotatorPath,
  type PublicRotatorRules,
  type RotatorPath,
  type RotatorRules,
} from '@waypost/contract/rotators/rotators.ts';
import type { ConditionTree } from '@waypost/contract/conditions/conditions.ts';
import { findRuleWarnings, type RuleWarning } from '@waypost/contract/rotators/rule-warnings.ts';
import { isId } from '../../platform/ids.ts';
import { listRotatorPathRows, type RotatorPathRow } from '../../store/records/rotator-paths.ts';
import { readRotatorRules, type RotatorRulesRows } from '../../store/records/rotator-rules.ts';
import { inSnapshot, readInWorkspace, type WorkspaceContext } from '../context.ts';
import type { WithTraffic } from '../tools.ts';
import { listRecordPage, type RecordPage } from '../lists/list-record-page.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { listPages } from '../records/list-records.ts';
import { refuseMissing } from '../refuse-missing.ts';

export function presentRotatorRules(rows: RotatorRulesRows): RotatorRules {
  const rulePaths = Map.groupBy(rows.rulePaths, ({ ruleId }) => ruleId);
  const landings = Map.groupBy(rows.landings, ({ pathId }) => pathId);
  const offers = Map.groupBy(rows.offers, ({ pathId }) => pathId);
  return {
    version: rows.version,
    defaultPathId: rows.defaultPathId,
    rules: rows.rules.map((rule) => ({
      ...rule,
      paths: (rulePaths.get(rule.id) ?? []).map(({ pathId, weight }) => ({ pathId, weight })),
    })),
    paths: rows.paths.map((path) => ({
      ...path,
      landings: (landings.get(path.id) ?? []).map(({ itemId, weight, enabled }) => ({
        landingId: itemId,
        weight,
        enabled,
      })),
      offers: (offers.get(path.id) ?? []).map(({ itemId, weight, enabled }) => ({
        offerId: itemId,
        weight,
        enabled,
      })),
    })),
  };
}

/** Warns about rules that never match, and about rules that leave no visitors for later rules. */
export function findRotatorWarnings({ rules, paths }: RotatorRules): RuleWarning[] {
  const enabled = new Set(paths.filter((path) => path.enabled).map(({ id }) => id));
  const trees = rules.map((rule) => ({ ...rule, conditions: rule.conditions as ConditionTree | null }));
  return findRuleWarnings(trees, enabled);
}

export async function getRotatorRules(context: WorkspaceContext, id: string): Promise<RotatorRules> {
  requirePermission(context.actor, 'rotators.read');
  const rows = isId(id)
    ? await inSnapshot(context, (executor) => readRotatorRules(executor, context.workspaceId, id))
    : undefined;
  return presentRotatorRules(rows ?? refuseMissing('rotator'));
}

/** Returns the rules as the public API shows them: without caps, and with a path that blocks as an empty path. */
export async function getPublicRotatorRules(
  context: WorkspaceContext,
  id: string,
): Promise<PublicRotatorRules> {
  const { paths, ...rules } = await getRotatorRules(context, id);
  const shown = paths.map(({ id: pathId, name, enabled, landings, offers }) => ({
    id: pathId,
    name,
    enabled,
    landings,
    offers,
  }));
  return { ...rules, paths: shown };
}

export async function* listRotatorPaths(
  context: WorkspaceContext,
  input: unknown,
): AsyncGenerator<RotatorPath[]> {
  requirePermission(context.actor, 'rotators.read');
  const { rotatorId, ids, includeArchived } = parseInput(rotatorPathFilter, input);
  const filter = { rotatorId, ids, includeArchived: includeArchived !== undefined };
  const pages = listPages((page) =>
    readInWorkspace(context, 'list', (executor) =>
      listRotatorPathRows(executor, context.workspaceId, filter, page),
    ),
  );
  for await (const rows of pages) yield rows.map(presentPath);
}

export async function listRotatorPathPage(
  context: WorkspaceContext & WithTraffic,
  input: unknown,
): Promise<RecordPage<PanelRotatorPath>> {
  requirePermission(context.actor, 'rotators.read');
  const kind = { table: 'rotator_paths', readRows: listRotatorPathRows, present: presentPanelPath } as const;
  return await listRecordPage(context, kind, rotatorPathListQuery, input);
}

function presentPanelPath({ deletedAt, createdAt, updatedAt, ...row }: RotatorPathRow): PanelRotatorPath {
  return {
    ...row,
    deletedAt: deletedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

function presentPath(row: RotatorPathRow): RotatorPath {
  const { id, rotatorId, name, deletedAt, createdAt, updatedAt } = row;
  return {
    id,
    rotatorId,
    name,
    deletedAt: deletedAt === null ? null : toSeconds(deletedAt),
    createdAt: toSeconds(createdAt),
    updatedAt: toSeconds(updatedAt),
  };
}

function toSeconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000);
}
