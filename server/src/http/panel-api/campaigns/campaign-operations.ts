import type { PanelOperation } from '../operation.ts';
import { archiveCampaignOperation } from './archive-campaign.ts';
import { archiveCampaignsOperation } from './archive-campaigns.ts';
import { campaignLinkOperations } from './campaign-links.ts';
import { createCampaignOperation } from './create-campaign.ts';
import { getCampaignOperation } from './get-campaign.ts';
import { getCampaignGoalsOperation } from './get-campaign-goals.ts';
import { getPublicationOperation } from './get-publication.ts';
import { listCampaignsOperation } from './list-campaigns.ts';
import { restoreCampaignsOperation } from './restore-campaigns.ts';
import { saveCampaignGoalsOperation } from './save-campaign-goals.ts';
import { updateCampaignOperation } from './update-campaign.ts';

export const campaignOperations: PanelOperation[] = [
  listCampaignsOperation,
  createCampaignOperation,
  getCampaignOperation,
  updateCampaignOperation,
  archiveCampaignOperation,
  archiveCampaignsOperation,
  restoreCampaignsOperation,
  getCampaignGoalsOperation,
  saveCampaignGoalsOperation,
  getPublicationOperation,
  ...campaignLinkOperations,
];
