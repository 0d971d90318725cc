import type { RecordedVisit } from '../traffic/recorded-visit.ts';

export type CreditedOffer = Pick<RecordedVisit, 'offerId' | 'affiliateNetworkId'>;

export type ClickedOffer = CreditedOffer & { firstMs: number; lastMs: number };

/**
 * Ranks the offers that an event may refer to. Offers clicked before the event come first, with the latest click first.
 * Offers clicked after the event come next, because events in imported files often have a date but no time. The offer
 * that was drawn comes last.
 */
export function rankOffers(
  drawn: CreditedOffer,
  clicked: readonly ClickedOffer[],
  receivedMs: number,
): CreditedOffer[] {
  const lastBefore = ({ firstMs, lastMs }: ClickedOffer) => (lastMs <= receivedMs ? lastMs : firstMs);
  const before = clicked
    .filter(({ firstMs }) => firstMs <= receivedMs)
    .toSorted((one, other) => lastBefore(other) - lastBefore(one));
  const later = clicked
    .filter(({ firstMs }) => firstMs > receivedMs)
    .toSorted((one, other) => one.firstMs - other.firstMs);
  return [...before, ...later, drawn].map(({ offerId, affiliateNetworkId }) => ({
    offerId,
    affiliateNetworkId,
  }));
}
