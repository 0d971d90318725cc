import type { GoalRules } from '@waypost/contract/goals.ts';
import { WaypostError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { readGoalRules } from '../../store/goal-rules.ts';
import { inWorkspace, type WorkspaceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';

/** By priority. Without any, every event counts as event 1: a conversion with the payout that came in. */
export async function getGoalRules(context: WorkspaceContext, campaignId: string): Promise<GoalRules> {
  requirePermission(context.actor, 'goals.read');
  const rules = isId(campaignId)
    ? await inWorkspace(context, (executor) => readGoalRules(executor, context.workspaceId, campaignId))
    : undefined;
  if (rules === undefined) throw new WaypostError('NOT_FOUND', 'there is no such campaign');
  return { rules };
}
