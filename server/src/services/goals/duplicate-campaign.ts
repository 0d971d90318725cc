import { duplication } from '@waypost/contract/records.ts';
import { inWorkspace, type WorkspaceContext } from '../context.ts';
import { getGoalRules } from './goal-rules.ts';
import { saveGoalRules } from './save-goal-rules.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { nameOfCopy } from '../records/record-kind.ts';
import { getCampaignSettings, updateCampaignSettings } from '../campaigns/campaign-settings.ts';
import { getCampaign } from '../campaigns/campaigns.ts';
import { createCampaign } from '../campaigns/create-campaign.ts';

/** A new campaign with everything of this one: its settings and goals too, which making one by hand takes three calls for. */
export async function duplicateCampaign(
  context: WorkspaceContext,
  id: string,
  input: unknown,
): Promise<{ id: string }> {
  requirePermission(context.actor, 'campaigns.write');
  const { name } = parseInput(duplication, input);
  return await inWorkspace(context, async (transaction) => {
    const within = { ...context, transaction };
    const { displayName: _, destination, ...original } = await getCampaign(within, id);
    const { campaign } = await createCampaign(within, {
      ...original,
      name: name ?? nameOfCopy(original.name),
      // One that was out of service does not begin to work by itself.
      status: original.status === 'archived' ? 'paused' : original.status,
      destination: { mode: 'use_rotator', rotatorId: destination.rotatorId },
    });
    const { version: __, ...settings } = await getCampaignSettings(within, id);
    await updateCampaignSettings(within, campaign.id, settings);
    const { rules } = await getGoalRules(within, id);
    await saveGoalRules(within, campaign.id, { rules: rules.map(({ id: ___, ...rule }) => rule) });
    return { id: campaign.id };
  });
}
