import type { ListedAffiliateNetwork } from '../../lib/api/api.ts';
import type { RecordKind } from '../../lib/records/record-kind.ts';

export const affiliateNetworkKind: RecordKind<ListedAffiliateNetwork> = {
  thing: 'affiliate-networks',
  one: 'affiliate network',
  many: 'Affiliate networks',
  mayAdd: 'affiliate-networks.write',
  mayChange: 'affiliate-networks.write',
  list: (api, query, options) => api.listAffiliateNetworks({ ...options, query }),
  archive: (api, body) => api.archiveAffiliateNetworks(body),
  restore: (api, body) => api.restoreAffiliateNetworks(body),
};
