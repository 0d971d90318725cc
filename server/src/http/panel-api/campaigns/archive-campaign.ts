import { archiveCampaign } from '../../../services/campaigns/archive-campaigns.ts';
import { archiveCampaignOperation as publicOperation } from '../../api-v1/campaigns/archive-campaign.ts';
import { inputId } from '../input-id.ts';
import { likePublic } from '../like-public.ts';
import type { PanelOperation } from '../operation.ts';

export const archiveCampaignOperation: PanelOperation = {
  ...likePublic(publicOperation),
  method: 'POST',
  path: '/campaigns/{id}/archive',
  access: 'campaigns.write',
  run: (context, input) => archiveCampaign(context, inputId(input)),
};
