import { createCampaign } from '../../../services/campaigns/create-campaign.ts';
import { createCampaignOperation as publicOperation } from '../../api-v1/campaigns/create-campaign.ts';
import { likePublic } from '../like-public.ts';
import type { PanelOperation } from '../operation.ts';

export const createCampaignOperation: PanelOperation = {
  ...likePublic(publicOperation),
  access: 'campaigns.write',
  run: (context, { body }) => createCampaign(context, body),
};
