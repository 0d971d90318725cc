import { newAffiliateNetwork } from '@waypost/contract/affiliate-networks.ts';
import { createdId } from '@waypost/contract/records.ts';
import { createAffiliateNetwork } from '../../../services/affiliate-networks/create-affiliate-network.ts';
import { affiliateNetworkExample, panelIds } from '../example-records.ts';
import type { PanelOperation } from '../operation.ts';

export const createAffiliateNetworkOperation: PanelOperation = {
  operationId: 'createAffiliateNetwork',
  method: 'POST',
  path: '/affiliate-networks',
  access: 'affiliate-networks.write',
  summary: 'Adds an affiliate network',
  body: newAffiliateNetwork,
  data: createdId,
  example: {
    body: {
      name: affiliateNetworkExample.name,
      clickIdParam: 'subid',
      currency: 'USD',
      postbackIps: ['192.0.2.0/24'],
      statusMap: affiliateNetworkExample.statusMap,
    },
    data: { id: panelIds.affiliateNetwork },
    issue: {
      path: 'postbackIps.0',
      message: 'must be an address such as 192.0.2.1 or a network such as 192.0.2.0/24',
    },
  },
  run: (context, { body }) => createAffiliateNetwork(context, body),
};
