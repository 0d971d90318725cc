import type { AttentionKind } from '@waypost/contract/attention.ts';
import type { Executor } from '../database/database.ts';

export type ChangedAlarmRule = { kind: AttentionKind; isOn: boolean; threshold: number | null };

/** Those that somebody has changed. */
export async function listChangedAlarmRules(
  executor: Executor,
  workspaceId: string,
): Promise<ChangedAlarmRule[]> {
  return await executor
    .selectFrom('alarm_rules')
    .select(['kind', 'is_on as isOn', 'threshold'])
    .where('workspace_id', '=', workspaceId)
    .execute();
}

export async function saveAlarmRule(
  executor: Executor,
  workspaceId: string,
  { kind, isOn, threshold }: ChangedAlarmRule,
): Promise<void> {
  const content = { is_on: isOn, threshold };
  await executor
    .insertInto('alarm_rules')
    .values({ workspace_id: workspaceId, kind, ...content })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'kind']).doUpdateSet(content))
    .execute();
}
