import { bulkIds, restoredCount } from '@waypost/contract/records.ts';
import { restoreOffers } from '../../../services/offers/restore-offers.ts';
import { bulkMistake, notAllKnown } from '../../api-v1/example-errors.ts';
import { offerRestoreConflict } from '../example-errors.ts';
import { panelIds } from '../example-records.ts';
import type { PanelOperation } from '../operation.ts';

export const restoreOffersOperation: PanelOperation = {
  operationId: 'restoreOffers',
  method: 'POST',
  path: '/offers/restore',
  access: 'offers.write',
  summary: 'Restores archived offers, all or none',
  description:
    'Refused while the network or the overflow offer of one is archived and not restored by the same call.',
  body: bulkIds,
  data: restoredCount,
  errors: { NOT_FOUND: { offers: notAllKnown('offer') }, CONFLICT: { offerRestoreConflict } },
  example: { body: { ids: [panelIds.offer] }, data: { restored: 1 }, issue: bulkMistake },
  run: (context, { body }) => restoreOffers(context, body),
};
