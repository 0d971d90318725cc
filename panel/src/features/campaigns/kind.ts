import type { ListedCampaign } from '../../lib/api/api.ts';
import type { RecordKind } from '../../lib/records/record-kind.ts';

export const campaignKind: RecordKind<ListedCampaign> = {
  thing: 'campaigns',
  one: 'campaign',
  many: 'Campaigns',
  mayAdd: 'campaigns.write',
  mayChange: 'campaigns.write',
  list: (api, query, options) => api.listCampaigns({ ...options, query }),
  archive: (api, body) => api.archiveCampaigns(body),
  restore: (api, body) => api.restoreCampaigns(body),
};
