import {
  affiliateNetwork,
  affiliateNetworkChange,
  affiliateNetworkFilter,
  newAffiliateNetwork,
} from '@waypost/contract/affiliate-networks.ts';
import { bulkIds, createdId, restoredCount } from '@waypost/contract/records.ts';
import { z } from 'zod';
import {
  archiveAffiliateNetwork,
  getAffiliateNetwork,
  listAffiliateNetworks,
  restoreAffiliateNetworks,
  updateAffiliateNetwork,
} from '../../../services/affiliate-networks/affiliate-networks.ts';
import { createAffiliateNetwork } from '../../../services/affiliate-networks/create-affiliate-network.ts';
import { archived, bulkMistake, noSuch, notAllKnown, strayParameter } from '../../api-v1/examples/errors.ts';
import { networkInUse } from '../examples/errors.ts';
import { affiliateNetworkExample, panelIds } from '../examples/records.ts';
import { inputId, type PanelOperation } from '../operation.ts';

export const affiliateNetworkOperations: PanelOperation[] = [
  {
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
  },
  {
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
  },
  {
    operationId: 'getAffiliateNetwork',
    method: 'GET',
    path: '/affiliate-networks/{id}',
    access: 'affiliate-networks.read',
    summary: 'Reads one affiliate network, archived ones too',
    data: affiliateNetwork,
    errors: { NOT_FOUND: { affiliateNetwork: noSuch('affiliate network') } },
    example: { data: affiliateNetworkExample, issue: strayParameter },
    run: (context, input) => getAffiliateNetwork(context, inputId(input)),
  },
  {
    operationId: 'updateAffiliateNetwork',
    method: 'PATCH',
    path: '/affiliate-networks/{id}',
    access: 'affiliate-networks.write',
    summary: 'Changes the given fields of an affiliate network',
    body: affiliateNetworkChange,
    data: z.null(),
    errors: {
      NOT_FOUND: { affiliateNetwork: noSuch('affiliate network') },
      CONFLICT: { affiliateNetworkArchived: archived('affiliate network') },
    },
    example: {
      body: { duplicatePolicy: 'ignore', defaultPayout: 10 },
      data: null,
      issue: { path: 'name', message: 'must have at most 160 characters' },
    },
    run: (context, input) => updateAffiliateNetwork(context, inputId(input), input.body),
  },
  {
    operationId: 'archiveAffiliateNetwork',
    method: 'POST',
    path: '/affiliate-networks/{id}/archive',
    access: 'affiliate-networks.write',
    summary: 'Archives an affiliate network',
    description: 'Refused while it has offers that are not archived. Archiving again changes nothing.',
    data: z.null(),
    errors: { NOT_FOUND: { affiliateNetwork: noSuch('affiliate network') }, CONFLICT: { networkInUse } },
    example: { data: null, issue: strayParameter },
    run: (context, input) => archiveAffiliateNetwork(context, inputId(input)),
  },
  {
    operationId: 'restoreAffiliateNetworks',
    method: 'POST',
    path: '/affiliate-networks/restore',
    access: 'affiliate-networks.write',
    summary: 'Restores archived affiliate networks, all or none',
    description: 'Brings back the networks only; their offers stay as they are.',
    body: bulkIds,
    data: restoredCount,
    errors: { NOT_FOUND: { affiliateNetworks: notAllKnown('affiliate network') } },
    example: { body: { ids: [panelIds.affiliateNetwork] }, data: { restored: 1 }, issue: bulkMistake },
    run: (context, { body }) => restoreAffiliateNetworks(context, body),
  },
];
