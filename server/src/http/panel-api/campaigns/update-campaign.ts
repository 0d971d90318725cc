import { updateCampaign } from '../../../services/campaigns/update-campaign.ts';
import { updateCampaignOperation as publicOperation } from '../../api-v1/campaigns/update-campaign.ts';
import { inputId } from '../input-id.ts';
import { likePublic } from '../like-public.ts';
import type { PanelOperation } from '../operation.ts';

export const updateCampaignOperation: PanelOperation = {
  ...likePublic(publicOperation),
  access: 'campaigns.write',
  run: (context, input) => updateCampaign(context, inputId(input), input.body),
};
