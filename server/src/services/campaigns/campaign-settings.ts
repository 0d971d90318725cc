import { campaignSettingsChange, type ShownCampaignSettings } from '@waypost/contract/accounts/settings.ts';
import { isId } from '../../platform/ids.ts';
import { requestPublishing } from '../../store/publishing/publish-requests.ts';
import {
  findCampaignSettings,
  updateCampaignSettingsRow,
  type CampaignSettingsRow,
} from '../../store/records/campaign-content.ts';
import { recordChange } from '../audit/record-change.ts';
import { inWorkspace, readInWorkspace, type WorkspaceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { showToActor } from '../show-secrets.ts';
import { refuseArchived } from '../records/refuse-blocked.ts';
import { refuseMissing } from '../refuse-missing.ts';
import { beforeAndAfter, changedFields } from '../records/update-record.ts';
import { readPostbackUrl } from '../traffic-sources/traffic-sources.ts';
import { getCampaignForUpdate, saveCampaignVersion } from './campaigns.ts';

export async function getCampaignSettings(
  context: WorkspaceContext,
  id: string,
): Promise<ShownCampaignSettings> {
  requirePermission(context.actor, 'campaigns.read');
  const row = isId(id)
    ? await readInWorkspace(context, 'lookup', (executor) =>
        findCampaignSettings(executor, context.workspaceId, id),
      )
    : undefined;
  return showToActor(context.actor, present(row ?? refuseMissing('campaign')));
}

export async function updateCampaignSettings(
  context: WorkspaceContext,
  id: string,
  input: unknown,
): Promise<ShownCampaignSettings> {
  requirePermission(context.actor, 'campaigns.write');
  const { warnings: _, ...given } = parseInput(campaignSettingsChange, input);
  const postbackUrl =
    given.postbackUrl === undefined ? undefined : readPostbackUrl(context, given.postbackUrl);
  const { workspaceId } = context;
  return await inWorkspace(context, async (executor) => {
    const { id: campaignId, name, status } = await getCampaignForUpdate(executor, context, id);
    const before =
      (await findCampaignSettings(executor, workspaceId, campaignId)) ?? refuseMissing('campaign');
    if (status === 'archived') refuseArchived({ type: 'campaign', id: campaignId, name });
    const changed = changedFields<CampaignSettingsRow>(before, { ...given, postbackUrl });
    if (Object.keys(changed).length === 0) return present(before);
    const now = context.now();
    await updateCampaignSettingsRow(executor, workspaceId, { ...before, ...changed }, now);
    await recordChange(executor, workspaceId, context.actor, {
      action: 'campaign.settings',
      subjectId: campaignId,
      name,
      version: before.version + 1,
      ...beforeAndAfter(before, changed),
    });
    await saveCampaignVersion(executor, context, campaignId);
    await requestPublishing(executor, workspaceId, { campaignIds: [campaignId] }, now);
    return present({ ...before, ...changed, version: before.version + 1 });
  });
}

function present(row: CampaignSettingsRow): ShownCampaignSettings {
  const { version, attributionDays, passParameters, fallbackUrl, postbackUrl } = row;
  return { version, attributionDays, passParameters, fallbackUrl, postbackUrl };
}
