import { offer, offerFilter } from '@waypost/contract/offers.ts';
import { listOffers } from '../../../services/offers/list-offers.ts';
import { offerExample } from '../example-records.ts';
import type { PanelOperation } from '../operation.ts';

export const listOffersOperation: PanelOperation = {
  kind: 'list',
  operationId: 'listOffers',
  method: 'GET',
  path: '/offers',
  access: 'offers.read',
  summary: 'Lists offers, oldest first',
  query: offerFilter,
  data: offer,
  example: {
    query: { q: 'sweep', country: 'DE' },
    data: [offerExample],
    issue: { path: 'includeArchived', message: 'must be 1 or left out' },
  },
  run: (context, { query }) => listOffers(context, query),
};
