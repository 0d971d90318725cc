import { affiliateNetwork, affiliateNetworkFilter } from '@waypost/contract/affiliate-networks.ts';
import { listAffiliateNetworks } from '../../../services/affiliate-networks/list-affiliate-networks.ts';
import { affiliateNetworkExample } from '../example-records.ts';
import type { PanelOperation } from '../operation.ts';

export const listAffiliateNetworksOperation: PanelOperation = {
  kind: 'list',
  operationId: 'listAffiliateNetworks',
  method: 'GET',
  path: '/affiliate-networks',
  access: 'affiliate-networks.read',
  summary: 'Lists affiliate networks, oldest first',
  query: affiliateNetworkFilter,
  data: affiliateNetwork,
  example: {
    query: { q: 'example' },
    data: [affiliateNetworkExample],
    issue: { path: 'includeArchived', message: 'must be 1 or left out' },
  },
  run: (context, { query }) => listAffiliateNetworks(context, query),
};
