import { z } from 'zod';
import { archiveOffer } from '../../../services/offers/archive-offer.ts';
import { noSuch, strayParameter } from '../../api-v1/example-errors.ts';
import { offerInUse } from '../example-errors.ts';
import { inputId } from '../input-id.ts';
import type { PanelOperation } from '../operation.ts';

export const archiveOfferOperation: PanelOperation = {
  operationId: 'archiveOffer',
  method: 'POST',
  path: '/offers/{id}/archive',
  access: 'offers.write',
  summary: 'Archives an offer',
  description:
    'Refused while a stream of a rotator holds it, or an offer overflows to it. Archiving again changes nothing.',
  data: z.null(),
  errors: { NOT_FOUND: { offer: noSuch('offer') }, CONFLICT: { offerInUse } },
  example: { data: null, issue: strayParameter },
  run: (context, input) => archiveOffer(context, inputId(input)),
};
