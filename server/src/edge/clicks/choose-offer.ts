import { drawOffer, makeDraw, route, type RoutedOffer, type RoutedPath } from '../../domain/routing/index.ts';
import type { KeptVisit } from '../visitor/visitor-memory.ts';
import { VisitFacts, type Visit } from '../visits/visit.ts';

/** The path that a click is on, and the offer behind its link; nothing where there is none left. */
export type ClickChoice = { path: RoutedPath; landingId: string | null; offer: RoutedOffer | undefined };

/**
 * The offer of link 1 was drawn with the visit and stays, unless it has reached its cap since. Other links draw their
 * own. Where nobody kept the path, the rules are asked again with what the browser shows now, and the draw is repeated.
 */
export function chooseOffer(
  visit: Visit,
  kept: KeptVisit | undefined,
  link: number,
): ClickChoice | undefined {
  const { campaign, edge, isCapped } = visit;
  if (campaign === undefined) return undefined;
  const { routing, version } = campaign;
  const draw = makeDraw(edge.drawHash, visit.id, version);
  const keptPath = routing.paths.get(kept?.pathId ?? '');
  if (keptPath === undefined) {
    visit.reasons.push(kept === undefined ? 'redrawn' : 'path-gone');
    const again = route(routing, new VisitFacts(visit), draw, { isCapped });
    const offer = link === 1 ? again.offer : drawOffer(routing, again.path, draw, { isCapped, link });
    return { path: again.path, landingId: again.landing?.id ?? null, offer: offer ?? undefined };
  }
  const drawn = link === 1 ? routing.offers.get(kept?.offerId ?? '') : undefined;
  const isOpen = drawn !== undefined && !(drawn.cap !== null && isCapped(drawn.id));
  const offer = isOpen ? drawn : drawOffer(routing, keptPath, draw, { isCapped, link });
  return { path: keptPath, landingId: kept?.landingId ?? null, offer };
}
