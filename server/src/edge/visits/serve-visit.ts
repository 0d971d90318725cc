import { neutralPage, redirect } from '../answers.ts';
import type { EdgeContext } from '../edge-context.ts';
import type { EdgeRequest, EdgeResponse } from '../exchange.ts';
import { readVisitRequest } from '../read-visit-request.ts';
import { countVisitForCaps } from './count-for-caps.ts';
import { decideVisit } from './pipeline.ts';
import { rememberVisit } from './remember-visit.ts';
import { visitRow } from './visit-row.ts';
import { Visit } from './visit.ts';

/** `GET /c/{campaignId}`: routes the visit and responds after its row has been written to the spool. */
export function serveVisit(
  edge: EdgeContext,
  campaignId: string,
  request: EdgeRequest,
  response: EdgeResponse,
): void {
  const visit = new Visit(edge, campaignId, readVisitRequest(edge, request));
  decideVisit(visit);
  if (visit.classified.isBot) edge.counters.bots += 1;
  if (visit.classified.isPrefetch) edge.counters.prefetches += 1;
  countVisitForCaps(visit);
  const cookies = rememberVisit(visit);
  edge.visits.append(visitRow(visit), visit.timeMs, (fate) => {
    edge.counters.rowResults[fate] += 1;
    if (visit.destination !== undefined) redirect(response, visit.request, visit.destination, cookies);
    else neutralPage(response, hasPage(visit) ? 200 : 404, cookies);
  });
}

// A wrong host and a blocked visitor get the same 404 as an unknown campaign, so that probing does not reveal which
// campaigns exist.
function hasPage({ outcome }: Visit): boolean {
  return outcome !== 'unknown-campaign' && outcome !== 'foreign-host' && outcome !== 'blocked';
}
