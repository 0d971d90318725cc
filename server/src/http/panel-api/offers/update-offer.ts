import { offerChange } from '@waypost/contract/offers.ts';
import { z } from 'zod';
import { updateOffer } from '../../../services/offers/update-offer.ts';
import { archived, noSuch } from '../../api-v1/example-errors.ts';
import { offerChangeConflicts } from '../example-errors.ts';
import { inputId } from '../input-id.ts';
import type { PanelOperation } from '../operation.ts';

export const updateOfferOperation: PanelOperation = {
  operationId: 'updateOffer',
  method: 'PATCH',
  path: '/offers/{id}',
  access: 'offers.write',
  summary: 'Changes the given fields of an offer',
  body: offerChange,
  data: z.null(),
  errors: {
    NOT_FOUND: {
      offer: noSuch('offer'),
      affiliateNetwork: noSuch('affiliate network'),
      overflowOffer: noSuch('overflow offer'),
    },
    CONFLICT: { offerArchived: archived('offer'), ...offerChangeConflicts },
  },
  example: {
    body: { payout: { mode: 'auto' }, dailyCap: null },
    data: null,
    issue: { path: 'dailyCap.limit', message: 'must be a whole number from 1 to 1000000000' },
  },
  run: (context, input) => updateOffer(context, inputId(input), input.body),
};
