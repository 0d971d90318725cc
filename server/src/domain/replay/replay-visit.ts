import { makeDraw, route, type Hash32, type Kept, type Route, type Routing } from '../routing/index.ts';
import type { DecidedVisit } from './decided-visit.ts';
import type { RecordedFacts } from './recorded-facts.ts';

/**
 * Decides about a recorded visit once more, by the runtime's own code and with the draws that the visit had: under the
 * rules that decided it, it gets the same again. Nothing is full; `facts.unrecorded` tells afterwards what was asked for
 * in vain.
 */
export function replayVisit(
  routing: Routing,
  visit: DecidedVisit,
  { facts, drawHash, stickiness }: { facts: RecordedFacts; drawHash: Hash32; stickiness: Stickiness },
): Route {
  const draw = makeDraw(drawHash, visit.visitId, visit.configVersion);
  return route(routing, facts.of(visit), draw, { kept: keptBy(visit, stickiness) });
}

/** What the rotator lets visitors keep. */
type Stickiness = { path: boolean; landing: boolean; offer: boolean };

/** Somebody who kept what they had keeps it by other rules too, as far as those let them. */
function keptBy(visit: DecidedVisit, { path, landing, offer }: Stickiness): Kept | undefined {
  const { isSticky, isStickyLanding, isStickyOffer } = visit;
  if (!isSticky && !isStickyLanding && !isStickyOffer) return undefined;
  return {
    path: is(path && isSticky, visit.pathId),
    landing: is(landing && isStickyLanding, visit.landingId),
    offer: is(offer && isStickyOffer, visit.offerId),
  };
}

function is(kept: boolean, chosen: string | null): Kept['path'] {
  return kept ? ({ id }) => id === chosen : undefined;
}
