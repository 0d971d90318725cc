import type { PanelOperation } from '../operation.ts';
import { archiveOfferOperation } from './archive-offer.ts';
import { createOfferOperation } from './create-offer.ts';
import { getOfferOperation } from './get-offer.ts';
import { listOffersOperation } from './list-offers.ts';
import { restoreOffersOperation } from './restore-offers.ts';
import { updateOfferOperation } from './update-offer.ts';

export const offerOperations: PanelOperation[] = [
  listOffersOperation,
  createOfferOperation,
  getOfferOperation,
  updateOfferOperation,
  archiveOfferOperation,
  restoreOffersOperation,
];
