const campaignTabs = ['overview', 'goals', 'settings', 'versions'] as const;
type CampaignTab = (typeof campaignTabs)[number];

export function readCampaignTab(value: unknown): CampaignTab | undefined {
  return campaignTabs.find((tab) => tab === value);
}

export function readCampaignSearch(search: Record<string, unknown>): { tab?: CampaignTab } {
  const tab = readCampaignTab(search['tab']);
  return tab === undefined || tab === 'overview' ? {} : { tab };
}
