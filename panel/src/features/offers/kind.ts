import type { ListedOffer } from '../../lib/api/api.ts';
import type { RecordKind } from '../../lib/records/record-kind.ts';

export const offerKind: RecordKind<ListedOffer> = {
  thing: 'offers',
  one: 'offer',
  many: 'Offers',
  mayAdd: 'offers.write',
  mayChange: 'offers.write',
  list: (api, query, options) => api.listOffers({ ...options, query }),
  archive: (api, body) => api.archiveOffers(body),
  restore: (api, body) => api.restoreOffers(body),
};
