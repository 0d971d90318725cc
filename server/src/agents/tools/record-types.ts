import {
  getAffiliateNetwork,
  getCampaignWithGoals,
  getOffer,
  getPanelLanding,
  getRotatorWithRules,
  getTrafficSource,
  listAffiliateNetworks,
  listCampaignPage,
  listLandingPage,
  listOffers,
  listRotatorPage,
  listTrafficSources,
} from '../../services/agents/reading.ts';

export const recordTypes = {
  campaign: { list: listCampaignPage, get: getCampaignWithGoals },
  trafficSource: { list: listTrafficSources, get: getTrafficSource },
  affiliateNetwork: { list: listAffiliateNetworks, get: getAffiliateNetwork },
  landing: { list: listLandingPage, get: getPanelLanding },
  offer: { list: listOffers, get: getOffer },
  rotator: { list: listRotatorPage, get: getRotatorWithRules },
};

export type RecordTypeName = keyof typeof recordTypes;

export const recordTypeNames = Object.keys(recordTypes) as [RecordTypeName];
