import { offer } from '@waypost/contract/offers.ts';
import { getOffer } from '../../../services/offers/get-offer.ts';
import { noSuch, strayParameter } from '../../api-v1/example-errors.ts';
import { offerExample } from '../example-records.ts';
import { inputId } from '../input-id.ts';
import type { PanelOperation } from '../operation.ts';

export const getOfferOperation: PanelOperation = {
  operationId: 'getOffer',
  method: 'GET',
  path: '/offers/{id}',
  access: 'offers.read',
  summary: 'Reads one offer, archived ones too',
  data: offer,
  errors: { NOT_FOUND: { offer: noSuch('offer') } },
  example: { data: offerExample, issue: strayParameter },
  run: (context, input) => getOffer(context, inputId(input)),
};
