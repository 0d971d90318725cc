import type { RoutedOffer, RoutedPath, Routing } from './load-routing.ts';
import { drawFrom, filterPool, type Draw } from './pool.ts';

/** Whether an offer or a path has reached a cap; asked only about those that have one. */
export type IsCapped = (recordId: string) => boolean;

/**
 * The offer of a visit to a path. One that has reached its cap is replaced by its overflow offer; where that has too, or
 * there is none, the draw is repeated among the others. Undefined where nothing is left.
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

/** The offer itself, or the one it overflows to; overflows are not followed any further. */
export function findOpen(
  { offers }: Routing,
  offer: RoutedOffer,
  isCapped: IsCapped,
): RoutedOffer | undefined {
  if (!isFull(offer, isCapped)) return offer;
  const overflow = offers.get(offer.cap?.overflowOfferId ?? '');
  return overflow === undefined || isFull(overflow, isCapped) ? undefined : overflow;
}

/** Whether it gets nobody at the moment. */
export function isFull({ id, cap }: RoutedOffer, isCapped: IsCapped): boolean {
  return cap !== null && isCapped(id);
}

const number = /^\d{1,3}$/;
// Of a cell of one byte; no list is as long.
const placeMax = 255;

/**
 * The offer that a link of a page means: by its place in the list of the path, the first being 1, or by its short name,
 * of which the first in the list counts. `place` is what is to be kept of it.
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
