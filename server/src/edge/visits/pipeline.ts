import type { VisitOutcome } from '../outcomes.ts';
import {
  buildDestination,
  checkHost,
  checkStatus,
  chooseRoute,
  fillUrl,
  findCampaign,
  flagTruncation,
  priceVisit,
  type VisitStep,
} from './steps.ts';
import type { Visit } from './visit.ts';

// Cheap steps that end many visits come before expensive ones.
const visitSteps: readonly VisitStep[] = [
  findCampaign,
  flagTruncation,
  priceVisit,
  checkHost,
  checkStatus,
  chooseRoute,
  buildDestination,
];

/** Sets the outcome and destination of a visit. If no step sets a destination, the block page or the fallback URL is used. */
export function decideVisit(visit: Visit): VisitOutcome {
  const outcome = endVisit(visit, runSteps(visit, visitSteps) ?? 'empty-path');
  const page = outcome === 'blocked' ? visit.campaign?.blockPage : visit.campaign?.fallback;
  // The fallback URL is not used on a foreign host, because a campaign must not redirect visitors on another
  // workspace's domain.
  if (visit.destination === undefined && page !== undefined && outcome !== 'foreign-host')
    visit.destination = fillUrl(visit, page);
  return outcome;
}

export function runSteps(visit: Visit, steps: readonly VisitStep[]): VisitOutcome | undefined {
  for (const step of steps) {
    const outcome = step(visit);
    if (outcome !== undefined) return outcome;
  }
  return undefined;
}

export function endVisit(visit: Visit, outcome: VisitOutcome): VisitOutcome {
  visit.outcome = outcome;
  visit.edge.counters.visits[outcome] += 1;
  return outcome;
}
