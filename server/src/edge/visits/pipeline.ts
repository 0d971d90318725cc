import type { VisitOutcome } from '../outcomes.ts';
import {
  buildDestination,
  checkHost,
  checkStatus,
  chooseRoute,
  fillUrl,
  findCampaign,
  noteCuts,
  priceVisit,
  type Step,
} from './steps.ts';
import type { Visit } from './visit.ts';

// In this order: what is cheap and ends many visits stands before what is dear.
const visitSteps: readonly Step[] = [
  findCampaign,
  noteCuts,
  priceVisit,
  checkHost,
  checkStatus,
  chooseRoute,
  buildDestination,
];

/** Decides a visit: its outcome, and where it goes. Who is sent nowhere gets the fallback, if there is one. */
export function decideVisit(visit: Visit): VisitOutcome {
  const outcome = endVisit(visit, walkSteps(visit, visitSteps) ?? 'empty-path');
  const fallback = visit.campaign?.fallback;
  // On a host of somebody else not even there: it would lead visitors of theirs wherever a stranger wants.
  if (visit.destination === undefined && fallback !== undefined && outcome !== 'foreign-host')
    visit.destination = fillUrl(visit, fallback);
  return outcome;
}

/** The outcome of the first step that ends the visit; undefined where none does. */
export function walkSteps(visit: Visit, steps: readonly Step[]): VisitOutcome | undefined {
  for (const step of steps) {
    const outcome = step(visit);
    if (outcome !== undefined) return outcome;
  }
  return undefined;
}

/** No visit ends without an outcome, and no outcome without its counter. */
export function endVisit(visit: Visit, outcome: VisitOutcome): VisitOutcome {
  visit.outcome = outcome;
  visit.edge.counters.visits[outcome] += 1;
  return outcome;
}
