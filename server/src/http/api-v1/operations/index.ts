import type { Operation } from '../operation.ts';
import {
  archiveCampaignOperation,
  archiveCampaignsOperation,
  createCampaignOperation,
  getCampaignGoalsOperation,
  getCampaignOperation,
  listCampaignsOperation,
  restoreCampaignsOperation,
  updateCampaignOperation,
} from './campaigns.ts';
import {
  archiveLandingOperation,
  createLandingOperation,
  getLandingOperation,
  listLandingsOperation,
  restoreLandingsOperation,
  updateLandingOperation,
} from './landings.ts';
import { getReportOperation, listEventsOperation } from './reports-and-events.ts';
import {
  createRotatorOperation,
  getRotatorRulesOperation,
  listRotatorPathsOperation,
  listRotatorsOperation,
  restoreRotatorsOperation,
} from './rotators.ts';
import {
  archiveTrafficSourceOperation,
  createTrafficSourceOperation,
  restoreTrafficSourcesOperation,
} from './traffic-sources.ts';
import { whoAmIOperation } from './who-am-i.ts';

export const operations: Operation[] = [
  whoAmIOperation,
  listCampaignsOperation,
  createCampaignOperation,
  getCampaignOperation,
  updateCampaignOperation,
  archiveCampaignOperation,
  archiveCampaignsOperation,
  restoreCampaignsOperation,
  getCampaignGoalsOperation,
  listLandingsOperation,
  createLandingOperation,
  getLandingOperation,
  updateLandingOperation,
  archiveLandingOperation,
  restoreLandingsOperation,
  listRotatorsOperation,
  createRotatorOperation,
  restoreRotatorsOperation,
  getRotatorRulesOperation,
  listRotatorPathsOperation,
  createTrafficSourceOperation,
  archiveTrafficSourceOperation,
  restoreTrafficSourcesOperation,
  getReportOperation,
  listEventsOperation,
];
