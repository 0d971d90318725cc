import { archiveCampaigns } from '../../../services/campaigns/archive-campaigns.ts';
import { archiveCampaignsOperation as publicOperation } from '../../api-v1/campaigns/archive-campaigns.ts';
import { likePublic } from '../like-public.ts';
import type { PanelOperation } from '../operation.ts';

export const archiveCampaignsOperation: PanelOperation = {
  ...likePublic(publicOperation),
  access: 'campaigns.write',
  run: (context, { body }) => archiveCampaigns(context, body),
};
