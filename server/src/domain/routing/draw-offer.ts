import type { RoutedOffer, RoutedPath, Routing } from './load-routing.ts';
import { drawFrom, filterPool, type Draw } from './pool.ts';

/** Returns whether a record has reached a cap. Called only for offers and paths that have a cap. */
export type IsCapped = (recordId: string) => boolean;

/**
 * Draws the offer for a visit. An offer that has reached its cap is replaced with its fallback offer. If the fallback
 * offer is full or missing, the draw is repeated among the other offers. Returns undefined if no offer is left.
 */
export function drawOffer(
  routing: Routing,
  path: RoutedPath,
  draw: Draw,
  isCapped?: IsCapped,
): RoutedOffer | undefined {
  const drawn = path.onlyOffer ?? drawFrom(path.offers, 'offer', draw);
  if (drawn === undefined || isCapped === undefined) return drawn;
  const open = findOpen(routing, drawn, isCapped);
  if (open !== undefined) return open;
  const rest = filterPool(path.offers, (offer) => findOpen(routing, offer, isCapped) !== undefined);
  const redrawn = drawFrom(rest, 'offer-again', draw);
  return redrawn && findOpen(routing, redrawn, isCapped);
}

/**
 * Returns the offer, its fallback offer if the offer is full, or undefined if both offers are full. The fallback
 * offer's own fallback is not used.
 */
export function findOpen(
  { offers }: Routing,
  offer: RoutedOffer,
  isCapped: IsCapped,
): RoutedOffer | undefined {
  if (!isFull(offer, isCapped)) return offer;
  const overflow = offers.get(offer.cap?.overflowOfferId ?? '');
  return overflow === undefined || isFull(overflow, isCapped) ? undefined : overflow;
}

export function isFull({ id, cap }: RoutedOffer, isCapped: IsCapped): boolean {
  return cap !== null && isCapped(id);
}

const number = /^\d{1,3}$/;
// Maximum position, because positions are stored in one byte. Lists are always shorter.
const placeMax = 255;

/**
 * Finds the offer that a landing-page link names by its position in the path's list, starting at 1, or by its short
 * name. If several offers have the same short name, the first of them in the list is used. `place` is the position to
 * record.
 */
export function findLinked(
  { listedOffers }: RoutedPath,
  link: string,
): { place: number | undefined; offer: RoutedOffer | undefined } {
  const name = link.toLowerCase();
  const place = number.test(link)
    ? Number(link)
    : listedOffers.findIndex(({ shortName }) => shortName === name) + 1;
  return {
    place: place === 0 || place > placeMax ? undefined : place,
    offer: listedOffers[place - 1],
  };
}
