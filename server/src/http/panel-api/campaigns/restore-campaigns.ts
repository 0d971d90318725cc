import { restoreCampaigns } from '../../../services/campaigns/restore-campaigns.ts';
import { restoreCampaignsOperation as publicOperation } from '../../api-v1/campaigns/restore-campaigns.ts';
import { likePublic } from '../like-public.ts';
import type { PanelOperation } from '../operation.ts';

export const restoreCampaignsOperation: PanelOperation = {
  ...likePublic(publicOperation),
  access: 'campaigns.write',
  run: (context, { body }) => restoreCampaigns(context, body),
};
