import {
  publicActionFields,
  type GoalAction,
  type GoalRule,
  type GoalRules,
  type GoalRulesInput,
  type PublicGoalAction,
  type PublicGoalRules,
  type VersionedGoalRules,
} from '@waypost/contract/goals/goals.ts';
import { isId } from '../../platform/ids.ts';
import type { Executor } from '../../store/database/database.ts';
import { readGoalRules } from '../../store/records/goal-rules.ts';
import { findCurrentVersion } from '../../store/records/record-versions.ts';
import { inSnapshot, type WorkspaceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { showToActor } from '../show-secrets.ts';
import { refuseMissing } from '../refuse-missing.ts';

/**
 * Assigns priorities by list order and sorts actions by index, so that the result has the same form as rules read from
 * the database.
 */
export function buildGoalRules({ rules }: GoalRulesInput, makeId: () => string): GoalRule[] {
  return rules.map(({ id, enabled, label, conditions, actions }, index) => ({
    id: id ?? makeId(),
    priority: index + 1,
    enabled,
    label,
    conditions,
    actions: actions.toSorted((a, b) => a.idx - b.idx),
  }));
}

/**
 * Returns the goal rules, sorted by priority. Without rules, every incoming postback counts as event 1, a conversion
 * with the reported payout. Postback secrets are shown only to callers who may change them.
 */
export async function getGoalRules(context: WorkspaceContext, campaignId: string): Promise<GoalRules> {
  requirePermission(context.actor, 'goals.read');
  const rules = isId(campaignId)
    ? await inSnapshot(context, (executor) => readGoalRules(executor, context.workspaceId, campaignId))
    : undefined;
  if (rules === undefined) return refuseMissing('campaign');
  return { rules: showToActor(context.actor, rules) };
}

export async function getPublicGoalRules(
  context: WorkspaceContext,
  campaignId: string,
): Promise<PublicGoalRules> {
  const { rules } = await getGoalRules(context, campaignId);
  return { rules: rules.map((rule) => ({ ...rule, actions: rule.actions.map(toPublicAction) })) };
}

/** Copies only the listed fields, so that fields added in the future stay private. */
function toPublicAction(action: GoalAction): PublicGoalAction {
  return Object.fromEntries(publicActionFields.map((name) => [name, action[name]])) as PublicGoalAction;
}

export async function getVersionedGoalRules(
  context: WorkspaceContext,
  campaignId: string,
): Promise<VersionedGoalRules> {
  return await inSnapshot(context, async (transaction) => {
    const rules = await getGoalRules({ ...context, transaction }, campaignId);
    return await withVersion(transaction, context, campaignId, rules);
  });
}

async function withVersion(
  executor: Executor,
  { workspaceId }: WorkspaceContext,
  id: string,
  { rules }: GoalRules,
): Promise<VersionedGoalRules> {
  const version = await findCurrentVersion(executor, workspaceId, { type: 'campaign', id });
  return { version: version ?? refuseMissing('campaign'), rules };
}
