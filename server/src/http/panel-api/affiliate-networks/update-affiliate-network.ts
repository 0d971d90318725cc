import { affiliateNetworkChange } from '@waypost/contract/affiliate-networks.ts';
import { z } from 'zod';
import { updateAffiliateNetwork } from '../../../services/affiliate-networks/update-affiliate-network.ts';
import { archived, noSuch } from '../../api-v1/example-errors.ts';
import { inputId } from '../input-id.ts';
import type { PanelOperation } from '../operation.ts';

export const updateAffiliateNetworkOperation: PanelOperation = {
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
};
