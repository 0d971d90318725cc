import type { Visit } from './visit.ts';

/** Counts a visit toward the caps on its path and offer, using the same rules as the traffic store. */
export function countVisitForCaps(visit: Visit): void {
  const { campaign, route, outcome } = visit;
  if (campaign === undefined || !campaign.hasCaps || route === undefined || !visit.isCounted) return;
  const isRouted = outcome === 'offer' || outcome === 'landing' || outcome === 'direct';
  if (isRouted) countPath(visit);
  if (outcome === 'offer') countOffer(visit);
}

export function countClickForCaps(visit: Visit): void {
  const { isBot, isPrefetch } = visit.classified;
  if (visit.campaign?.hasCaps === true && !isBot && !isPrefetch) countOffer(visit);
}

export function countPromotionForCaps(visit: Visit): void {
  if (visit.campaign?.hasCaps === true) countPath(visit);
}

function countPath({ edge, route, timeMs }: Visit): void {
  if (route?.path.hasCaps === true) edge.snapshot.caps.count(route.path.id, timeMs);
}

function countOffer({ edge, route, timeMs }: Visit): void {
  const offer = route?.offer;
  if (offer !== undefined && offer !== null && offer.cap !== null) edge.snapshot.caps.count(offer.id, timeMs);
}
