import { findOffer, updateOfferRow, type OfferRow } from '../../store/offers.ts';
import type { EditableRecord } from '../records/update-record.ts';

export const offerRecord: EditableRecord<OfferRow> = {
  table: 'offers',
  name: 'offer',
  touched: (offerIds) => ({ offerIds }),
  find: findOffer,
  update: updateOfferRow,
};
