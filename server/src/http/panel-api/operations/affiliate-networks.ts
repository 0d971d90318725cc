import {
  affiliateNetwork,
  affiliateNetworkChange,
  affiliateNetworkListQuery,
  affiliateNetworksPage,
  newAffiliateNetwork,
} from '@waypost/contract/campaigns/affiliate-networks.ts';
import { pageOf } from '@waypost/contract/api/paging.ts';
import {
  affiliateNetworkRecord,
  archiveAffiliateNetwork,
  archiveAffiliateNetworks,
  getAffiliateNetwork,
  listAffiliateNetworks,
  restoreAffiliateNetworks,
  updateAffiliateNetwork,
} from '../../../services/affiliate-networks/affiliate-networks.ts';
import { createAffiliateNetwork } from '../../../services/affiliate-networks/create-affiliate-network.ts';
import { archived, noSuch, strayParameter } from '../../api-v1/examples/errors.ts';
import { networkInUse } from '../examples/errors.ts';
import { affiliateNetworkExample } from '../examples/records.ts';
import { inputId, type PanelOperation } from '../operation.ts';
import { changesRecord, createsRecord, type ShownRecord } from '../versioned.ts';
import { lifecycleOperations } from './lifecycle.ts';

export const affiliateNetworkShown: ShownRecord = {
  label: 'affiliate network',
  data: affiliateNetwork,
  example: affiliateNetworkExample,
  read: getAffiliateNetwork,
};

export const affiliateNetworkOperations: PanelOperation[] = [
  {
    operationId: 'listAffiliateNetworks',
    method: 'GET',
    path: '/affiliate-networks',
    access: 'affiliate-networks.read',
    summary: 'List affiliate networks',
    query: affiliateNetworkListQuery,
    data: affiliateNetworksPage,
    example: {
      query: { q: 'example' },
      data: pageOf(affiliateNetworkExample),
      issue: { path: 'archived', message: 'must be 0, 1 or all' },
    },
    run: (context, { query }) => listAffiliateNetworks(context, query),
  },
  createsRecord(affiliateNetworkShown, {
    operationId: 'createAffiliateNetwork',
    method: 'POST',
    path: '/affiliate-networks',
    access: 'affiliate-networks.write',
    summary: 'Create an affiliate network',
    body: newAffiliateNetwork,
    example: {
      body: {
        name: affiliateNetworkExample.name,
        clickIdParam: 'subid',
        currency: 'USD',
        postbackIps: ['192.0.2.0/24'],
        statusMap: affiliateNetworkExample.statusMap,
      },
      issue: {
        path: 'postbackIps.0',
        message: 'must be an IP address such as 192.0.2.1 or a network such as 192.0.2.0/24',
      },
    },
    run: (context, { body }) => createAffiliateNetwork(context, body),
  }),
  {
    operationId: 'getAffiliateNetwork',
    method: 'GET',
    path: '/affiliate-networks/{id}',
    access: 'affiliate-networks.read',
    summary: 'Get an affiliate network, archived or not',
    data: affiliateNetwork,
    errors: { NOT_FOUND: { affiliateNetwork: noSuch('affiliate network') } },
    example: { data: affiliateNetworkExample, issue: strayParameter },
    run: (context, input) => getAffiliateNetwork(context, inputId(input)),
  },
  changesRecord(affiliateNetworkShown, {
    operationId: 'updateAffiliateNetwork',
    method: 'PATCH',
    path: '/affiliate-networks/{id}',
    access: 'affiliate-networks.write',
    summary: 'Update the given fields of an affiliate network',
    body: affiliateNetworkChange,
    errors: {
      CONFLICT: { affiliateNetworkArchived: archived('affiliate network') },
    },
    example: {
      body: { duplicatePolicy: 'update', defaultPayout: 10 },
      issue: { path: 'name', message: 'must have at most 160 characters' },
    },
    run: (context, input) => updateAffiliateNetwork(context, inputId(input), input.body),
  }),
  ...lifecycleOperations({
    record: affiliateNetworkShown,
    kind: affiliateNetworkRecord,
    path: '/affiliate-networks',
    Name: 'AffiliateNetwork',
    archive: {
      access: 'affiliate-networks.write',
      description:
        'Fails if the network has offers that are not archived. Archiving an archived network has no effect.',
      conflict: { networkInUse },
      run: archiveAffiliateNetwork,
      runMany: archiveAffiliateNetworks,
    },
    restore: {
      access: 'affiliate-networks.write',
      description: 'Restores only the networks. Their offers are not changed.',
      runMany: restoreAffiliateNetworks,
    },
  }),
];
