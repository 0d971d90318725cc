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
import type { KeptVisit } from '../visitor/visitor-memory.ts';
import { VisitFacts, type Visit } from '../visits/visit.ts';

/** The path that a click is on, and the offer behind its link; nothing where there is none left. */
export type ClickChoice = {
  path: RoutedPath;
  landingId: string | null;
  offer: RoutedOffer | undefined;
  /** The place in the path's list that the link names; undefined where it names none. */
  link: number | undefined;
};

/** Of a visit: where it is, and the offer that was drawn with it. */
type Drawn = Pick<ClickChoice, 'path' | 'landingId' | 'offer'>;

/**
 * A plain link leads to the offer that was drawn with the visit. One that says which offer it means leads to that one,
 * never to a drawn one: the page shows it beside the link. Only where it is full, or there is none, the link is as plain.
 */
export function chooseOffer(
  visit: Visit,
  kept: KeptVisit | undefined,
  link: string,
): ClickChoice | undefined {
  const { campaign, isCapped, reasons } = visit;
  if (campaign === undefined) return undefined;
  const drawn = findDrawn(visit, campaign, kept);
  if (link === '') return { ...drawn, link: undefined };
  const { place, offer } = findLinked(drawn.path, link);
  const open = offer && findOpen(campaign.routing, offer, isCapped);
  if (offer === undefined) reasons.push('no-such-link');
  else if (open !== offer) reasons.push('link-full');
  return { ...drawn, offer: open ?? drawn.offer, link: place };
}

/**
 * The drawn offer stays, unless it has reached its cap since. Where nobody kept the path, the rules are asked again with
 * what the browser shows now, and the draw is repeated.
 */
function findDrawn(
  visit: Visit,
  { routing, configVersion }: ServedCampaign,
  kept: KeptVisit | undefined,
): Drawn {
  const { edge, isCapped } = visit;
  const draw = makeDraw(edge.drawHash, visit.id, configVersion);
  const path = routing.paths.get(kept?.pathId ?? '');
  if (path === undefined) {
    visit.reasons.push(kept === undefined ? 'redrawn' : 'path-gone');
    const again = route(routing, new VisitFacts(visit), draw, { isCapped });
    return { path: again.path, landingId: again.landing?.id ?? null, offer: again.offer ?? undefined };
  }
  const drawn = routing.offers.get(kept?.offerId ?? '');
  const isOpen = drawn !== undefined && !isFull(drawn, isCapped);
  const offer = isOpen ? drawn : drawOffer(routing, path, draw, isCapped);
  return { path, landingId: kept?.landingId ?? null, offer };
}
