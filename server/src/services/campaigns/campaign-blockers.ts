import { listCampaignUses, type CampaignReference } from '../../store/campaigns.ts';
import type { ListBlockers } from '../records/archive-record.ts';

/** The campaigns, archived ones left out, that refer to a record by this column and keep it from being archived. */
export function campaignBlockers(reference: CampaignReference): ListBlockers {
  return async (executor, workspaceId, id) => {
    const campaigns = await listCampaignUses(executor, workspaceId, reference, id);
    return campaigns.map((campaign) => ({ type: 'campaign', ...campaign }));
  };
}
