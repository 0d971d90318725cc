import { campaignDuplication } from '@waypost/contract/api/records.ts';
import { inWorkspace, type WorkspaceContext } from '../context.ts';
import { getGoalRules } from './goal-rules.ts';
import { saveGoalRules } from './save-goal-rules.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { buildCopyName } from '../records/build-copy-name.ts';
import { getCampaignSettings, updateCampaignSettings } from '../campaigns/campaign-settings.ts';
import { getCampaign } from '../campaigns/campaigns.ts';
import { createCampaign } from '../campaigns/create-campaign.ts';
import { copyRecordTags } from '../tags/tags.ts';
import { duplicateRotator } from '../rotators/duplicate-rotator.ts';

/**
 * Copies a campaign with its settings and goal rules. The copy is paused by default, so that it is not served before a
 * person has reviewed it.
 */
export async function duplicateCampaign(
  context: WorkspaceContext,
  id: string,
  input: unknown,
): Promise<{ id: string }> {
  requirePermission(context.actor, 'campaigns.write');
  const { name, rotator, status = 'paused' } = parseInput(campaignDuplication, input);
  return await inWorkspace(context, async (transaction) => {
    const within = { ...context, transaction };
    const { displayName: _, destination, ...original } = await getCampaign(within, id);
    const copyName = name ?? buildCopyName(original.name);
    const rotatorId =
      rotator === 'share'
        ? destination.rotatorId
        : (await duplicateRotator(within, destination.rotatorId, { name: copyName })).id;
    const { campaign } = await createCampaign(within, {
      ...original,
      name: copyName,
      status,
      destination: { mode: 'use_rotator', rotatorId },
    });
    const { version: __, ...settings } = await getCampaignSettings(within, id);
    await updateCampaignSettings(within, campaign.id, settings);
    const { rules } = await getGoalRules(within, id);
    await saveGoalRules(within, campaign.id, { rules: rules.map(({ id: ___, ...rule }) => rule) });
    await copyRecordTags(within, { type: 'campaign', from: id, to: campaign.id });
    return { id: campaign.id };
  });
}
