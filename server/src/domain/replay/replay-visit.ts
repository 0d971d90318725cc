import { makeDraw, route, type Hash32, type Kept, type Route, type Routing } from '../routing/index.ts';
import type { DecidedVisit } from './decided-visit.ts';
import type { RecordedFacts } from './recorded-facts.ts';

/**
 * Routes a recorded visit with the same code as the edge and the same draws as in the original visit, so that the same
 * rules lead to the same route. Caps are ignored. `facts.unrecorded` is set if a rule needed a field that is not
 * recorded.
 */
export function replayVisit(
  routing: Routing,
  visit: DecidedVisit,
  { facts, drawHash, stickiness }: { facts: RecordedFacts; drawHash: Hash32; stickiness: Stickiness },
): Route {
  const draw = makeDraw(drawHash, visit.visitId, visit.configVersion);
  return route(routing, facts.of(visit), draw, { kept: keptBy(visit, stickiness) });
}

type Stickiness = { path: boolean; landing: boolean; offer: boolean };

// Returns the sticky choices of the visit. The choices are kept even if the rules differ, as far as the rotator's
// sticky settings allow.
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
