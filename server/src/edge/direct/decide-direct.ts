import type { VisitOutcome } from '../outcomes.ts';
import { endVisit, runSteps } from '../visits/pipeline.ts';
import {
  checkHost,
  checkStatus,
  chooseRoute,
  findCampaign,
  flagTruncation,
  priceVisit,
  type VisitStep,
} from '../visits/steps.ts';
import type { Visit } from '../visits/visit.ts';
import { findLanding } from './find-landing.ts';

// Steps that are the same as for redirected visits. The later steps differ.
const firstSteps: readonly VisitStep[] = [findCampaign, flagTruncation, priceVisit, checkHost, checkStatus];

/**
 * Sets the outcome of a visit that started on a page with the tracking script. The visit gets a path and an offer, so
 * that its clicks have a destination. A missing offer does not end the visit, because the visitor is not redirected.
 */
export function decideDirect(visit: Visit, page: URL | undefined): VisitOutcome {
  const ending = runSteps(visit, firstSteps);
  if (ending !== undefined) return endVisit(visit, ending);
  const problem = chooseRoute(visit);
  if (problem !== undefined) visit.reasons.push(problem);
  const { route } = visit;
  // The visitor is already on a page, so the drawn landing page is not used.
  if (route !== undefined)
    visit.route = { ...route, landing: page === undefined ? null : findLanding(route.path, page) };
  return endVisit(visit, 'direct');
}

/** Sets the outcome of a pixel request. No path is chosen, because the viewer sees no page of the campaign. */
export function decideImpression(visit: Visit): VisitOutcome {
  return endVisit(visit, runSteps(visit, firstSteps) ?? 'impression');
}
