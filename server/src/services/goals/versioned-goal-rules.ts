import { versionedGoalRulesInput, type GoalRules, type VersionedGoalRules } from '@waypost/contract/goals.ts';
import type { Executor } from '../../store/database.ts';
import { findCurrentVersion } from '../../store/record-versions.ts';
import { inSnapshot, inWorkspace, type WorkspaceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { refuseMissing } from '../records/record-kind.ts';
import { getGoalRules } from './get-goal-rules.ts';
import { saveGoalRules } from './save-goal-rules.ts';

/** The rules as people in the panel read them: with the version to name when they save. */
export async function getVersionedGoalRules(
  context: WorkspaceContext,
  campaignId: string,
): Promise<VersionedGoalRules> {
  return await inSnapshot(context, async (transaction) =>
    withVersion(
      transaction,
      context,
      campaignId,
      await getGoalRules({ ...context, transaction }, campaignId),
    ),
  );
}

/** A change that may say which version it was made on. */
export async function changeGoalRules(
  context: WorkspaceContext,
  campaignId: string,
  input: unknown,
): Promise<VersionedGoalRules> {
  const { version } = parseInput(versionedGoalRulesInput, input);
  const { rules } = input as { rules: unknown };
  return await inWorkspace(context, async (transaction) => {
    const saved = await saveGoalRules({ ...context, transaction }, campaignId, { rules }, version);
    return await withVersion(transaction, context, campaignId, saved);
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
