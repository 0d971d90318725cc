import { bulkIds, restoredCount } from '@waypost/contract/records.ts';
import { restoreAffiliateNetworks } from '../../../services/affiliate-networks/restore-affiliate-networks.ts';
import { bulkMistake, notAllKnown } from '../../api-v1/example-errors.ts';
import { panelIds } from '../example-records.ts';
import type { PanelOperation } from '../operation.ts';

export const restoreAffiliateNetworksOperation: PanelOperation = {
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
};
