import type { WorkspaceSettings } from '@waypost/contract/accounts/settings.ts';
import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';

export async function findWorkspaceSettings(
  executor: Executor,
  workspaceId: string,
): Promise<WorkspaceSettings | undefined> {
  const { rows } = await sql<{ settings: WorkspaceSettings }>`
    SELECT json_build_object(
      'name', name, 'timezone', timezone, 'currency', currency, 'fallbackUrl', fallback_url,
      'blockUrl', block_url,
      'addressPrivacy', address_privacy, 'visitors', visitors,
      'maxCostPerVisit', max_cost_per_visit,
      'retention', json_build_object('visitDays', visit_days, 'eventDays', event_days, 'postbackDays', postback_days),
      'rates', coalesce((
        SELECT json_object_agg(rates.currency, trim_scale(rate)::text ORDER BY rates.currency)
        FROM currency_rates AS rates WHERE rates.workspace_id = workspaces.id), '{}'),
      'version', version) AS settings
    FROM workspaces WHERE id = ${workspaceId}`.execute(executor);
  return rows[0]?.settings;
}

/**
 * Locks the workspace so that only one transaction at a time can change its settings. FOR UPDATE also blocks new
 * campaigns, which refer to the workspace: a campaign is either created before the lock is taken, and is then visible
 * to this transaction, or after this transaction ends.
 */
export async function lockWorkspace(executor: Executor, workspaceId: string): Promise<void> {
  await executor.selectFrom('workspaces').select('id').where('id', '=', workspaceId).forUpdate().execute();
}

export async function updateWorkspaceSettings(
  executor: Executor,
  workspaceId: string,
  settings: WorkspaceSettings,
  now: Date,
): Promise<void> {
  const { name, timezone, currency, fallbackUrl, blockUrl, addressPrivacy, visitors, retention } = settings;
  const { maxCostPerVisit } = settings;
  await executor
    .updateTable('workspaces')
    .set((row) => ({
      version: row('version', '+', 1),
      name,
      timezone,
      currency,
      fallback_url: fallbackUrl,
      block_url: blockUrl,
      address_privacy: addressPrivacy,
      visitors,
      max_cost_per_visit: String(maxCostPerVisit),
      visit_days: retention.visitDays,
      event_days: retention.eventDays,
      postback_days: retention.postbackDays,
      updated_at: now,
    }))
    .where('id', '=', workspaceId)
    .execute();
}

export async function replaceCurrencyRates(
  executor: Executor,
  workspaceId: string,
  rates: Record<string, string>,
): Promise<void> {
  await executor.deleteFrom('currency_rates').where('workspace_id', '=', workspaceId).execute();
  await sql`
    INSERT INTO currency_rates (workspace_id, currency, rate)
    SELECT ${workspaceId}, currency, rate FROM unnest(${Object.keys(rates)}::text[], ${Object.values(rates)}::numeric[]) AS given (currency, rate)`.execute(
    executor,
  );
}

export async function shareLockWorkspace(executor: Executor, workspaceId: string): Promise<void> {
  await executor.selectFrom('workspaces').select('id').where('id', '=', workspaceId).forKeyShare().execute();
}
