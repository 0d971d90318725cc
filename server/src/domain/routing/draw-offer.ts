import type { RoutedOffer, RoutedPath, Routing } from './load-routing.ts';
import { drawFrom, filterPool, type Draw } from './pool.ts';

/** Whether an offer has reached its cap today; asked only about offers that have one. */
export type IsCapped = (offerId: string) => boolean;

type OfferOptions = {
  isCapped?: IsCapped | undefined;
  /** Of the landing page: each link draws for itself. */
  link?: number | undefined;
};

const nothing: OfferOptions = {};

/**
 * The offer behind one link of a path. One that has reached its cap is replaced by its overflow offer; where that has
 * too, or there is none, the draw is repeated among the others. Undefined where nothing is left.
 */
export function drawOffer(
  routing: Routing,
  path: RoutedPath,
  draw: Draw,
  { isCapped, link = 1 }: OfferOptions = nothing,
): RoutedOffer | undefined {
  const step = link === 1 ? 'offer' : `offer${link}`;
  const drawn = path.onlyOffer ?? drawFrom(path.offers, step, draw);
  if (drawn === undefined || isCapped === undefined) return drawn;
  const open = findOpen(routing, drawn, isCapped);
  if (open !== undefined) return open;
  const rest = filterPool(path.offers, (offer) => findOpen(routing, offer, isCapped) !== undefined);
  const redrawn = drawFrom(rest, `${step}-again`, draw);
  return redrawn && findOpen(routing, redrawn, isCapped);
}

/** The offer itself, or the one it overflows to; overflows are not followed any further. */
function findOpen({ offers }: Routing, offer: RoutedOffer, isCapped: IsCapped): RoutedOffer | undefined {
  if (!isFull(offer, isCapped)) return offer;
  const overflow = offers.get(offer.cap?.overflowOfferId ?? '');
  return overflow === undefined || isFull(overflow, isCapped) ? undefined : overflow;
}

function isFull({ id, cap }: RoutedOffer, isCapped: IsCapped): boolean {
  return cap !== null && isCapped(id);
}
