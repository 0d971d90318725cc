import {
  drawOffer,
  findLinked,
  findOpen,
  isFull,
  makeDraw,
  route,
  type RoutedOffer,
  type RoutedPath,
} from '../../domain/routing/index.ts';
import type { ServedCampaign } from '../snapshot/served-campaign.ts';
import type { RememberedVisit } from '../visitor/visitor-memory.ts';
import { VisitFacts, type Visit } from '../visits/visit.ts';

export type ClickChoice = {
  path: RoutedPath;
  landingId: string | null;
  offer: RoutedOffer | undefined;
  /**
   * One-based position of the linked offer in the path's offer list, for the click's row; undefined if the link names
   * no offer.
   */
  link: number | undefined;
};

type Drawn = Pick<ClickChoice, 'path' | 'landingId' | 'offer'>;

/**
 * Chooses the offer for a click. `/go` leads to the offer that was drawn for the visit. `/go/{link}` leads to the offer
 * that the link names, because the landing page advertises that offer next to the link. The drawn offer is used only if
 * the named offer does not exist, or if both it and its fallback offer have reached their caps.
 */
export function chooseOffer(
  visit: Visit,
  remembered: RememberedVisit | undefined,
  link: string,
): ClickChoice | undefined {
  const { campaign, isCapped, reasons } = visit;
  if (campaign === undefined) return undefined;
  const drawn = findDrawn(visit, campaign, remembered);
  if (link === '') return { ...drawn, link: undefined };
  const { place, offer } = findLinked(drawn.path, link);
  const open = offer && findOpen(campaign.routing, offer, isCapped);
  if (offer === undefined) reasons.push('no-such-link');
  else if (open !== offer) reasons.push('link-full');
  return { ...drawn, offer: open ?? drawn.offer, link: place };
}

/**
 * Returns the offer that was drawn for the visit, or a different offer if the drawn one has since reached its cap. If
 * the visitor's path is not remembered, the rules are evaluated again for the current request and the draw is repeated.
 */
function findDrawn(
  visit: Visit,
  { routing, configVersion }: ServedCampaign,
  remembered: RememberedVisit | undefined,
): Drawn {
  const { edge, isCapped } = visit;
  const draw = makeDraw(edge.drawHash, visit.id, configVersion);
  const path = routing.paths.get(remembered?.pathId ?? '');
  if (path === undefined) {
    visit.reasons.push(remembered === undefined ? 'redrawn' : 'path-gone');
    const rerouted = route(routing, new VisitFacts(visit), draw, { isCapped });
    return {
      path: rerouted.path,
      landingId: rerouted.landing?.id ?? null,
      offer: rerouted.offer ?? undefined,
    };
  }
  const drawn = routing.offers.get(remembered?.offerId ?? '');
  const isOpen = drawn !== undefined && !isFull(drawn, isCapped);
  const offer = isOpen ? drawn : drawOffer(routing, path, draw, isCapped);
  return { path, landingId: remembered?.landingId ?? null, offer };
}
