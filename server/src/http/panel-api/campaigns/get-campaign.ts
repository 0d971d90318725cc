import { getCampaign } from '../../../services/campaigns/get-campaign.ts';
import { getCampaignOperation as publicOperation } from '../../api-v1/campaigns/get-campaign.ts';
import { inputId } from '../input-id.ts';
import { likePublic } from '../like-public.ts';
import type { PanelOperation } from '../operation.ts';

export const getCampaignOperation: PanelOperation = {
  ...likePublic(publicOperation),
  access: 'campaigns.read',
  run: async (context, input) => ({ campaign: await getCampaign(context, inputId(input)) }),
};
