import type { CampaignStatus } from '@waypost/contract/campaigns/campaigns.ts';
import type { CampaignSettings } from '@waypost/contract/accounts/settings.ts';
import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';
import { actionPairs } from './goal-rules.ts';
import type { Author } from './record-versions.ts';

export type CampaignSettingsRow = CampaignSettings & { id: string; version: number; status: CampaignStatus };

export async function findCampaignSettings(
  executor: Executor,
  workspaceId: string,
  id: string,
): Promise<CampaignSettingsRow | undefined> {
  const { rows } = await sql<CampaignSettingsRow>`
    SELECT id, version, status, ${campaignSettingsColumns} FROM campaigns
    WHERE workspace_id = ${workspaceId} AND id = ${id}`.execute(executor);
  return rows[0];
}

export const campaignSettingsColumns = sql`
  attribution_days AS "attributionDays", pass_parameters AS "passParameters", fallback_url AS "fallbackUrl",
  postback_url AS "postbackUrl"`;

export async function updateCampaignSettingsRow(
  executor: Executor,
  workspaceId: string,
  settings: CampaignSettingsRow,
  now: Date,
): Promise<void> {
  await executor
    .updateTable('campaigns')
    .set({
      attribution_days: settings.attributionDays,
      pass_parameters: settings.passParameters,
      fallback_url: settings.fallbackUrl,
      postback_url: settings.postbackUrl,
      updated_at: now,
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', settings.id)
    .execute();
}

/**
 * Saves the campaign's content as its next version, or as the first version of a new campaign. Uses a single statement
 * to avoid extra round trips, because every change to a campaign calls this function.
 */
export async function insertCampaignVersion(
  executor: Executor,
  workspaceId: string,
  id: string,
  options: { isNew: boolean; author: Author; now: Date },
): Promise<void> {
  const { isNew, author, now } = options;
  const current = isNew
    ? sql`SELECT * FROM campaigns WHERE workspace_id = ${workspaceId} AND id = ${id}`
    : sql`UPDATE campaigns SET version = version + 1 WHERE workspace_id = ${workspaceId} AND id = ${id} RETURNING *`;
  await sql`
    WITH current AS (${current})
    INSERT INTO record_versions
      (workspace_id, record_type, record_id, version, content, created_at, actor_type, actor_id, actor_label)
    SELECT workspace_id, 'campaign', id, version, jsonb_build_object(
      'campaign', jsonb_build_object(
        'name', name, 'status', status, 'trafficSourceId', traffic_source_id, 'country', country,
        'cost', jsonb_build_object('mode', cost_mode, 'amount', cost_amount),
        'tracking', jsonb_build_object('method', tracking_method, 'domainId', domain_id, 'includePrefetch', include_prefetch),
        'destination', jsonb_build_object('type', 'rotator', 'rotatorId', rotator_id)),
      'settings', jsonb_build_object(
        'attributionDays', attribution_days, 'passParameters', pass_parameters, 'fallbackUrl', fallback_url,
        'postbackUrl', postback_url),
      'goals', ${goalsJson}, 'tags', tags), ${now}, ${author.type}, ${author.id}::uuid, ${author.label}
    FROM current`.execute(executor);
}

const goalsJson = sql`coalesce((
  SELECT jsonb_agg(jsonb_build_object(
    'id', rules.id, 'priority', rules.priority, 'enabled', rules.enabled, 'label', rules.label, 'conditions', rules.conditions,
    'actions', coalesce((
      SELECT jsonb_agg(jsonb_build_object(${sql.join(actionPairs)}) ORDER BY actions.idx)
      FROM goal_actions AS actions WHERE actions.rule_id = rules.id), '[]')) ORDER BY rules.priority)
  FROM goal_rules AS rules WHERE rules.campaign_id = current.id), '[]')`;
