import type { GoalAction, GoalRule } from '@waypost/contract/goals/goals.ts';
import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';

type RuleRow = Omit<GoalRule, 'actions'>;

/** Returns undefined if the campaign does not exist. Uses at most two statements, regardless of the number of rules. */
export async function readGoalRules(
  executor: Executor,
  workspaceId: string,
  campaignId: string,
): Promise<GoalRule[] | undefined> {
  // The query returns one row of nulls for a campaign without rules.
  const { rows } = await sql<RuleRow | Record<keyof RuleRow, null>>`
    SELECT rules.id, rules.priority, rules.enabled, rules.label, rules.conditions
    FROM campaigns LEFT JOIN goal_rules AS rules ON rules.campaign_id = campaigns.id
    WHERE campaigns.workspace_id = ${workspaceId} AND campaigns.id = ${campaignId}
    ORDER BY rules.priority`.execute(executor);
  if (rows.length === 0) return undefined;
  const rules = rows.filter((row) => row.id !== null);
  if (rules.length === 0) return [];
  const actions = await readActions(executor, workspaceId, campaignId);
  return rules.map((rule) => ({ ...rule, actions: actions.get(rule.id) ?? [] }));
}

async function readActions(
  executor: Executor,
  workspaceId: string,
  campaignId: string,
): Promise<Map<string, GoalAction[]>> {
  const rows = await executor
    .selectFrom('goal_actions')
    .innerJoin('goal_rules', 'goal_rules.id', 'goal_actions.rule_id')
    .selectAll('goal_actions')
    .where('goal_rules.workspace_id', '=', workspaceId)
    .where('goal_rules.campaign_id', '=', campaignId)
    .orderBy('idx')
    .execute();
  const actions = new Map<string, GoalAction[]>();
  for (const row of rows) {
    const ruleActions = actions.get(row.rule_id) ?? [];
    actions.set(row.rule_id, ruleActions);
    ruleActions.push({
      idx: row.idx,
      label: row.label,
      enabled: row.enabled,
      payoutType: row.payout_type,
      payoutFixed: toNumber(row.payout_fixed),
      costType: row.cost_type,
      costFixed: toNumber(row.cost_fixed),
      costShare: toNumber(row.cost_share),
      postbackUrl: row.postback_url,
      postbackEnabled: row.postback_enabled,
      postbackOn: row.postback_on,
      postbackMethod: row.postback_method,
      postbackHeaders: executor.seals.open(row.postback_headers, workspaceId),
      postbackBody: row.postback_body,
      postbackSuccessText: row.postback_success_text,
      storeValue: row.store_value,
      isConversion: row.is_conversion,
      affectsCost: row.affects_cost,
      affectsRevenue: row.affects_revenue,
      from: row.taken_from,
    });
  }
  return actions;
}

// The conversion is exact, because amounts have at most 15 digits.
function toNumber(decimal: string | null): number | null {
  return decimal === null ? null : Number(decimal);
}

/** Deletes all rules of the campaign and inserts the given rules with their IDs. */
export async function replaceGoalRules(
  executor: Executor,
  workspaceId: string,
  campaignId: string,
  rules: GoalRule[],
): Promise<void> {
  await executor
    .deleteFrom('goal_rules')
    .where('workspace_id', '=', workspaceId)
    .where('campaign_id', '=', campaignId)
    .execute();
  if (rules.length === 0) return;
  const ruleRows = rules.map(({ id, priority, enabled, label, conditions }) => ({
    id,
    workspace_id: workspaceId,
    campaign_id: campaignId,
    priority,
    enabled,
    label,
    conditions: conditions === null ? null : JSON.stringify(conditions),
  }));
  await executor.insertInto('goal_rules').values(ruleRows).execute();
  const actionRows = rules.flatMap(({ id, actions }) =>
    actions.map((action) => ({
      workspace_id: workspaceId,
      rule_id: id,
      ...toColumns(action),
      postback_headers: JSON.stringify(executor.seals.seal(action.postbackHeaders, workspaceId)),
    })),
  );
  await executor.insertInto('goal_actions').values(actionRows).execute();
}

function toColumns(action: GoalAction) {
  return {
    idx: action.idx,
    label: action.label,
    enabled: action.enabled,
    payout_type: action.payoutType,
    payout_fixed: toDecimal(action.payoutFixed),
    cost_type: action.costType,
    cost_fixed: toDecimal(action.costFixed),
    cost_share: toDecimal(action.costShare),
    postback_url: action.postbackUrl,
    postback_enabled: action.postbackEnabled,
    postback_on: action.postbackOn,
    postback_method: action.postbackMethod,
    postback_body: action.postbackBody,
    postback_success_text: action.postbackSuccessText,
    store_value: action.storeValue,
    is_conversion: action.isConversion,
    affects_cost: action.affectsCost,
    affects_revenue: action.affectsRevenue,
    taken_from: action.from,
  };
}

function toDecimal(amount: number | null): string | null {
  return amount === null ? null : String(amount);
}

const actionFields: Record<keyof GoalAction, string> = {
  idx: 'idx',
  label: 'label',
  enabled: 'enabled',
  payoutType: 'payout_type',
  payoutFixed: 'payout_fixed',
  costType: 'cost_type',
  costFixed: 'cost_fixed',
  costShare: 'cost_share',
  postbackUrl: 'postback_url',
  postbackEnabled: 'postback_enabled',
  postbackOn: 'postback_on',
  postbackMethod: 'postback_method',
  postbackHeaders: 'postback_headers',
  postbackBody: 'postback_body',
  postbackSuccessText: 'postback_success_text',
  storeValue: 'store_value',
  isConversion: 'is_conversion',
  affectsCost: 'affects_cost',
  affectsRevenue: 'affects_revenue',
  from: 'taken_from',
};

/** Arguments of `json_build_object` for a table alias `actions`. */
export const actionPairs = Object.entries(actionFields).map(
  ([field, column]) => sql`${sql.lit(field)}, ${sql.ref(`actions.${column}`)}`,
);
