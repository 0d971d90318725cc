import { newOffer } from '@waypost/contract/offers.ts';
import { createdId } from '@waypost/contract/records.ts';
import { createOffer } from '../../../services/offers/create-offer.ts';
import { noSuch } from '../../api-v1/example-errors.ts';
import { offerConflicts } from '../example-errors.ts';
import { offerExample, panelIds } from '../example-records.ts';
import type { PanelOperation } from '../operation.ts';

export const createOfferOperation: PanelOperation = {
  operationId: 'createOffer',
  method: 'POST',
  path: '/offers',
  access: 'offers.write',
  summary: 'Adds an offer',
  body: newOffer,
  data: createdId,
  errors: {
    NOT_FOUND: { affiliateNetwork: noSuch('affiliate network'), overflowOffer: noSuch('overflow offer') },
    CONFLICT: offerConflicts,
  },
  example: {
    body: {
      name: offerExample.name,
      affiliateNetworkId: panelIds.affiliateNetwork,
      url: offerExample.url,
      country: 'DE',
      payout: offerExample.payout,
      dailyCap: offerExample.dailyCap,
    },
    data: { id: panelIds.offer },
    issue: { path: 'url', message: 'must begin with http:// or https://' },
  },
  run: (context, { body }) => createOffer(context, body),
};
