import { readNumbersSearch, type NumbersSearch } from '../../lib/reports/numbers-search.ts';

const campaignTabs = ['overview', 'goals', 'settings', 'versions'] as const;
type CampaignTab = (typeof campaignTabs)[number];

type CampaignSearch = NumbersSearch & { tab?: CampaignTab };

export function readCampaignSearch(search: Record<string, unknown>): CampaignSearch {
  const tab = campaignTabs.find((one) => one === search['tab']);
  return { ...readNumbersSearch(search), ...(tab === undefined || tab === 'overview' ? {} : { tab }) };
}
