import { listCampaigns } from '../../../services/campaigns/list-campaigns.ts';
import { listCampaignsOperation as publicOperation } from '../../api-v1/campaigns/list-campaigns.ts';
import { likePublic } from '../like-public.ts';
import type { PanelOperation } from '../operation.ts';

export const listCampaignsOperation: PanelOperation = {
  ...likePublic(publicOperation),
  access: 'campaigns.read',
  run: (context, { query }) => listCampaigns(context, query),
};
