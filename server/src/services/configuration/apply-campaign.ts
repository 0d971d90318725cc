import { isEqual } from '../../domain/configuration/list-differences.ts';
import { updateCampaignSettings } from '../campaigns/campaign-settings.ts';
import { createCampaign } from '../campaigns/create-campaign.ts';
import { updateCampaign } from '../campaigns/update-campaign.ts';
import type { WorkspaceContext } from '../context.ts';
import { getGoalRules } from '../goals/goal-rules.ts';
import { saveGoalRules } from '../goals/save-goal-rules.ts';
import { matchByName } from './apply-routing.ts';
import type { CampaignEntry } from './entries.ts';
import { campaignSettingsDefaults } from './read-campaign-entry.ts';
import type { RecordIds } from './record-ids.ts';

export async function makeCampaign(
  context: WorkspaceContext,
  entry: CampaignEntry,
  ids: RecordIds,
): Promise<string> {
  const { campaign } = await createCampaign(context, toInput(entry, ids));
  const settings = toSettings(entry);
  if (!isEqual(settings, campaignSettingsDefaults))
    await updateCampaignSettings(context, campaign.id, settings);
  return campaign.id;
}

export async function changeCampaign(
  context: WorkspaceContext,
  id: string,
  entry: CampaignEntry,
  ids: RecordIds,
): Promise<void> {
  await updateCampaign(context, id, toInput(entry, ids));
  await updateCampaignSettings(context, id, toSettings(entry));
}

export async function applyGoals(
  context: WorkspaceContext,
  entry: CampaignEntry,
  ids: RecordIds,
): Promise<void> {
  const campaignId = ids.get('campaigns', entry.key);
  const { rules } = await getGoalRules(context, campaignId);
  const ruleIds = matchByName(
    entry.goals.map(({ label }) => label),
    rules,
    ({ label }) => label,
  );
  await saveGoalRules(context, campaignId, {
    rules: entry.goals.map(({ label, enabled, conditions, actions }, index) => ({
      id: ruleIds[index],
      label,
      enabled,
      conditions: ids.conditions(conditions) ?? conditions,
      actions,
    })),
  });
}

function toInput(entry: CampaignEntry, ids: RecordIds) {
  const { name, status, country, cost, tracking } = entry;
  const { method, domain, includePrefetch } = tracking;
  return {
    name,
    // Campaigns are archived in a separate operation, which runs last.
    ...(status === 'archived' ? {} : { status }),
    trafficSourceId: ids.get('trafficSources', entry.trafficSource),
    country,
    cost,
    tracking: { method, domainId: ids.getOrNull('domains', domain), includePrefetch },
    destination: { mode: 'use_rotator', rotatorId: ids.get('rotators', entry.rotator) },
  };
}

function toSettings({ attributionDays, passParameters, fallbackUrl, postbackUrl }: CampaignEntry) {
  return { attributionDays, passParameters, fallbackUrl, postbackUrl };
}
