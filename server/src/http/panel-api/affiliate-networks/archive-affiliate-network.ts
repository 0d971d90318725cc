import { z } from 'zod';
import { archiveAffiliateNetwork } from '../../../services/affiliate-networks/archive-affiliate-network.ts';
import { noSuch, strayParameter } from '../../api-v1/example-errors.ts';
import { networkInUse } from '../example-errors.ts';
import { inputId } from '../input-id.ts';
import type { PanelOperation } from '../operation.ts';

export const archiveAffiliateNetworkOperation: PanelOperation = {
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
};
