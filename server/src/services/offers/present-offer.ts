import type { Offer } from '@waypost/contract/offers.ts';
import type { OfferRow } from '../../store/offers.ts';

export function presentOffer(row: OfferRow): Offer {
  return { ...row, createdAt: row.createdAt.toISOString() };
}
