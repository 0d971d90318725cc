import type { GoalRules } from '@waypost/contract/goals.ts';
import { isId } from '../../platform/ids.ts';
import { readGoalRules } from '../../store/goal-rules.ts';
import { inSnapshot, type WorkspaceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { refuseMissing } from '../records/record-kind.ts';

/** By priority. Without any, every event counts as event 1: a conversion with the payout that came in. */
export async function getGoalRules(context: WorkspaceContext, campaignId: string): Promise<GoalRules> {
  requirePermission(context.actor, 'goals.read');
  const rules = isId(campaignId)
    ? await inSnapshot(context, (executor) => readGoalRules(executor, context.workspaceId, campaignId))
    : undefined;
  return { rules: rules ?? refuseMissing('campaign') };
}
