import type { Visit } from './visit.ts';

/** Counts a visit for the caps of its path and offer, by the same rules as the traffic store counts its row. */
export function countVisitForCaps(visit: Visit): void {
  const { campaign, route, outcome } = visit;
  if (campaign === undefined || !campaign.hasCaps || route === undefined || !visit.isCounted) return;
  const isSentOn = outcome === 'offer' || outcome === 'landing' || outcome === 'direct';
  if (isSentOn) notePath(visit);
  if (outcome === 'offer') noteOffer(visit);
}

/** Counts a landing click for the caps of its offer. */
export function countClickForCaps(visit: Visit): void {
  const { isBot, isPrefetch } = visit.classified;
  if (visit.campaign?.hasCaps === true && !isBot && !isPrefetch) noteOffer(visit);
}

/** Counts a prefetch that turned out to be a visit for the caps of its path. */
export function countPromotionForCaps(visit: Visit): void {
  if (visit.campaign?.hasCaps === true) notePath(visit);
}

function notePath({ edge, route, timeMs }: Visit): void {
  if (route?.path.hasCaps === true) edge.snapshot.caps.note(route.path.id, timeMs);
}

function noteOffer({ edge, route, timeMs }: Visit): void {
  const offer = route?.offer;
  if (offer !== undefined && offer !== null && offer.cap !== null) edge.snapshot.caps.note(offer.id, timeMs);
}
