import type { VisitOutcome } from '../outcomes.ts';
import { endVisit, walkSteps } from '../visits/pipeline.ts';
import {
  checkHost,
  checkStatus,
  chooseRoute,
  findCampaign,
  noteCuts,
  priceVisit,
  type Step,
} from '../visits/steps.ts';
import type { Visit } from '../visits/visit.ts';
import { findLanding } from './find-landing.ts';

// The beginning of the way of every visit; only what follows differs.
const firstSteps: readonly Step[] = [findCampaign, noteCuts, priceVisit, checkHost, checkStatus];

/**
 * Decides a visit that began on the page itself. It gets a path and an offer like any other, so that its clicks have
 * somewhere to go; that there is none ends nothing, for nobody is sent anywhere.
 */
export function decideDirect(visit: Visit, page: URL | undefined): VisitOutcome {
  const ending = walkSteps(visit, firstSteps);
  if (ending !== undefined) return endVisit(visit, ending);
  const lack = chooseRoute(visit);
  if (lack !== undefined) visit.reasons.push(lack);
  const { route } = visit;
  // The draw chose a landing to send somebody to, but this visitor is on a page already.
  if (route !== undefined)
    visit.route = { ...route, landing: page === undefined ? null : findLanding(route.path, page) };
  return endVisit(visit, 'direct');
}

/** Somebody saw the pixel, and was shown nothing of the campaign's pages: no path is chosen. */
export function decideImpression(visit: Visit): VisitOutcome {
  return endVisit(visit, walkSteps(visit, firstSteps) ?? 'impression');
}
