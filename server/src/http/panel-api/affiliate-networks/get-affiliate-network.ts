import { affiliateNetwork } from '@waypost/contract/affiliate-networks.ts';
import { getAffiliateNetwork } from '../../../services/affiliate-networks/get-affiliate-network.ts';
import { noSuch, strayParameter } from '../../api-v1/example-errors.ts';
import { affiliateNetworkExample } from '../example-records.ts';
import { inputId } from '../input-id.ts';
import type { PanelOperation } from '../operation.ts';

export const getAffiliateNetworkOperation: PanelOperation = {
  operationId: 'getAffiliateNetwork',
  method: 'GET',
  path: '/affiliate-networks/{id}',
  access: 'affiliate-networks.read',
  summary: 'Reads one affiliate network, archived ones too',
  data: affiliateNetwork,
  errors: { NOT_FOUND: { affiliateNetwork: noSuch('affiliate network') } },
  example: { data: affiliateNetworkExample, issue: strayParameter },
  run: (context, input) => getAffiliateNetwork(context, inputId(input)),
};
