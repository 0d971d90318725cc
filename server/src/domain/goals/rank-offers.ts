import type { RecordedVisit } from '../traffic/recorded-visit.ts';

/** The offer that something of a visit counts for. */
export type CreditedOffer = Pick<RecordedVisit, 'offerId' | 'affiliateNetworkId'>;

/** An offer that the landing of a visit led to, and when it first and last did. */
export type ClickedOffer = CreditedOffer & { firstMs: number; lastMs: number };

/**
 * The offers that an event of a visit can be about, the likeliest first: those that were clicked before it came, the last
 * one first; those that were clicked later, since files often have no more than a day; the one that was drawn.
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
