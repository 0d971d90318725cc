import type { GoalRule } from '@waypost/contract/goals/goals.ts';
import type { CampaignSettings } from '@waypost/contract/accounts/settings.ts';
import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';
import { campaignSettingsColumns } from './campaign-content.ts';
import { campaignColumns, type CampaignRow } from './campaigns.ts';
import { actionPairs } from './goal-rules.ts';
import type { RotatorRulesRows } from './rotator-rules.ts';

export type ConfiguredCampaign = Omit<CampaignRow, 'trafficSourceName'> & CampaignSettings;

export async function listConfiguredCampaigns(
  executor: Executor,
  workspaceId: string,
): Promise<ConfiguredCampaign[]> {
  const { rows } = await sql<ConfiguredCampaign>`
    SELECT ${campaignColumns}, ${campaignSettingsColumns} FROM campaigns
    WHERE workspace_id = ${workspaceId} ORDER BY created_at, id`.execute(executor);
  return rows;
}

export async function readAllRouting(
  executor: Executor,
  workspaceId: string,
): Promise<Map<string, RotatorRulesRows>> {
  const { rows } = await sql<RotatorRulesRows & { id: string }>`
    SELECT rotators.id, version, default_path_id AS "defaultPathId",
      coalesce((
        SELECT json_agg(json_build_object('id', paths.id, 'name', paths.name, 'enabled', paths.enabled,
          'blocks', paths.blocks, 'caps', paths.caps) ORDER BY paths.position)
        FROM rotator_paths AS paths WHERE paths.rotator_id = rotators.id AND paths.deleted_at IS NULL), '[]') AS paths,
      coalesce((${poolJson('landing')}), '[]') AS landings,
      coalesce((${poolJson('offer')}), '[]') AS offers,
      coalesce((
        SELECT json_agg(json_build_object('id', rules.id, 'priority', rules.priority, 'name', rules.name,
          'enabled', rules.enabled, 'conditions', rules.conditions) ORDER BY rules.priority)
        FROM rotator_rules AS rules WHERE rules.rotator_id = rotators.id), '[]') AS rules,
      coalesce((
        SELECT json_agg(json_build_object('ruleId', chosen.rule_id, 'pathId', chosen.path_id, 'weight', chosen.weight)
          ORDER BY chosen.position)
        FROM rotator_rule_paths AS chosen WHERE chosen.rotator_id = rotators.id), '[]') AS "rulePaths"
    FROM rotators WHERE rotators.workspace_id = ${workspaceId}`.execute(executor);
  return new Map(rows.map(({ id, ...routing }) => [id, routing]));
}

function poolJson(item: 'landing' | 'offer') {
  const itemId = sql.ref(`pool.${item}_id`);
  return sql`
    SELECT json_agg(json_build_object('pathId', pool.path_id, 'itemId', ${itemId}, 'weight', pool.weight,
      'enabled', pool.enabled) ORDER BY pool.position)
    FROM ${sql.table(`rotator_path_${item}s`)} AS pool JOIN rotator_paths AS paths ON paths.id = pool.path_id
    WHERE paths.rotator_id = rotators.id AND paths.deleted_at IS NULL`;
}

export async function readAllGoals(
  executor: Executor,
  workspaceId: string,
): Promise<Map<string, GoalRule[]>> {
  const { rows } = await sql<{ campaignId: string; rules: GoalRule[] }>`
    SELECT campaign_id AS "campaignId", json_agg(json_build_object(
      'id', rules.id, 'priority', rules.priority, 'enabled', rules.enabled, 'label', rules.label,
      'conditions', rules.conditions, 'actions', ${actionsJson}) ORDER BY rules.priority) AS rules
    FROM goal_rules AS rules WHERE rules.workspace_id = ${workspaceId} GROUP BY campaign_id`.execute(
    executor,
  );
  return new Map(
    rows.map(({ campaignId, rules }) => [campaignId, executor.seals.openIn(rules, workspaceId)]),
  );
}

// Amounts have at most 15 digits, which a JSON number represents exactly.
const actionsJson = sql`coalesce((
  SELECT json_agg(json_build_object(${sql.join(actionPairs)}) ORDER BY actions.idx)
  FROM goal_actions AS actions WHERE actions.rule_id = rules.id), '[]')`;
