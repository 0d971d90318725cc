import type { VisitOutcome } from '../outcomes.ts';
import {
  buildDestination,
  checkHost,
  checkStatus,
  chooseRoute,
  fillUrl,
  findCampaign,
  priceVisit,
  type Step,
} from './steps.ts';
import type { Visit } from './visit.ts';

// In this order: what is cheap and ends many visits stands before what is dear.
const steps: readonly Step[] = [
  findCampaign,
  priceVisit,
  checkHost,
  checkStatus,
  chooseRoute,
  buildDestination,
];

/** Decides a visit: its outcome, and where it goes. Who is sent nowhere gets the fallback, if there is one. */
export function decideVisit(visit: Visit): VisitOutcome {
  const outcome = walk(visit);
  visit.outcome = outcome;
  visit.edge.counters.visits[outcome] += 1;
  const fallback = visit.campaign?.fallback;
  // On a host of somebody else not even there: it would lead visitors of theirs wherever a stranger wants.
  if (visit.destination === undefined && fallback !== undefined && outcome !== 'foreign-host')
    visit.destination = fillUrl(visit, fallback);
  return outcome;
}

function walk(visit: Visit): VisitOutcome {
  for (const step of steps) {
    const outcome = step(visit);
    if (outcome !== undefined) return outcome;
  }
  return 'empty-path';
}
