import type { Campaign } from '@waypost/contract/campaigns.ts';
import { isId } from '../../platform/ids.ts';
import { lockCampaigns, type CampaignRow } from '../../store/campaigns.ts';
import type { Executor } from '../../store/database.ts';
import type { WorkspaceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { refuseMissing } from '../records/record-kind.ts';
import { lookUpCampaign } from './campaign-lookup.ts';
import { presentCampaign } from './present-campaign.ts';

export async function getCampaign(context: WorkspaceContext, id: string): Promise<Campaign> {
  requirePermission(context.actor, 'campaigns.read');
  const row = isId(id) ? await lookUpCampaign(context, id) : undefined;
  return presentCampaign(row ?? refuseMissing('campaign'));
}

/** The campaign that a change is about; one of another workspace is one that does not exist. */
export async function getCampaignForUpdate(
  executor: Executor,
  workspaceId: string,
  id: string,
): Promise<CampaignRow> {
  const [row] = isId(id) ? await lockCampaigns(executor, workspaceId, [id]) : [];
  return row ?? refuseMissing('campaign');
}
