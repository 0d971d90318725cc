import type { AttentionKind } from '@waypost/contract/monitoring/attention.ts';
import type { Executor } from '../database/database.ts';

export type ChangedAlertRule = { kind: AttentionKind; isOn: boolean; threshold: number | null };

export async function listChangedAlertRules(
  executor: Executor,
  workspaceId: string,
): Promise<ChangedAlertRule[]> {
  return await executor
    .selectFrom('alert_rules')
    .select(['kind', 'is_on as isOn', 'threshold'])
    .where('workspace_id', '=', workspaceId)
    .execute();
}

export async function saveAlertRule(
  executor: Executor,
  workspaceId: string,
  { kind, isOn, threshold }: ChangedAlertRule,
): Promise<void> {
  const content = { is_on: isOn, threshold };
  await executor
    .insertInto('alert_rules')
    .values({ workspace_id: workspaceId, kind, ...content })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'kind']).doUpdateSet(content))
    .execute();
}
