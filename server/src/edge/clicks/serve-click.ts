import { noRouteFlags } from '../../domain/routing/index.ts';
import { visitUnknown } from '../../domain/traffic/reasons.ts';
import { neutralPage, redirect } from '../answers.ts';
import type { EdgeContext } from '../edge-context.ts';
import type { EdgeRequest, EdgeResponse } from '../exchange.ts';
import type { ClickOutcome } from '../outcomes.ts';
import { readVisitRequest } from '../read-visit-request.ts';
import { parseQuery } from '../request/parse-query.ts';
import { readCookie } from '../request/read-cookie.ts';
import { buildCookieHeader } from '../visitor-recall.ts';
import { sourceValuesCookieName, type KeptValues } from '../visitor/source-values-cookie.ts';
import { visitorCookieName } from '../visitor/visitor-cookie.ts';
import { restoreValues } from '../visits/remembered-values.ts';
import { countClickForCaps, countPromotionForCaps } from '../visits/count-for-caps.ts';
import { fillUrl, flagTruncation } from '../visits/steps.ts';
import { Visit } from '../visits/visit.ts';
import { chooseOffer, type ClickChoice } from './choose-offer.ts';
import { clickRow, promotionRow, type Click } from './click-rows.ts';
import { findVisit, type ClickedVisit } from './find-visit.ts';

const dayMs = 86_400_000;

/**
 * `GET /go`, `GET /go/{link}`: redirects from a landing page to the visit's offer or to the offer that `link` names.
 */
export function serveClick(
  edge: EdgeContext,
  link: string,
  request: EdgeRequest,
  response: EdgeResponse,
): void {
  const visitRequest = readVisitRequest(edge, request);
  const found = findVisit(edge, visitRequest, parseQuery(visitRequest.url));
  const campaignId = found.campaign?.id ?? '';
  const visit = new Visit(edge, campaignId, visitRequest, found.visitId);
  visit.campaign = found.campaign;
  flagTruncation(visit);
  const values = found.visitId === undefined ? undefined : readValues(visit, found.visitId);
  if (values !== undefined) restoreValues(visit, values);
  const choice = chooseOffer(visit, found.remembered, link);
  const outcome = setDestination(visit, choice);
  edge.counters.clicks[outcome] += 1;
  countClickForCaps(visit);
  const click = describeClick(visit, found, { outcome, choice });
  const cookies = outcome === 'foreign-host' ? [] : promote(visit, found, click);
  edge.clicks.append(clickRow(visit, click), visit.timeMs, (fate) => {
    edge.counters.rowResults[fate] += 1;
    if (visit.destination !== undefined) redirect(response, visit.request, visit.destination, cookies);
    else neutralPage(response, hasPage(outcome) ? 200 : 404, cookies);
  });
}

// A wrong host and a blocked visitor get the same 404 as an unknown visit, so that probing does not reveal which
// campaigns exist.
function hasPage(outcome: ClickOutcome): boolean {
  return outcome !== 'unknown-visit' && outcome !== 'foreign-host' && outcome !== 'blocked';
}

function readValues({ edge, request, campaign }: Visit, visitId: string): KeptValues | undefined {
  if (campaign === undefined || campaign.requiredValues.length === 0) return undefined;
  return edge.sourceValues.read(readCookie(request.cookies, sourceValuesCookieName), visitId);
}

function setDestination(visit: Visit, choice: ClickChoice | undefined): ClickOutcome {
  const { campaign, edge, request } = visit;
  if (!edge.hosts.isOurs(request.host)) return 'foreign-host';
  if (campaign === undefined) return 'unknown-visit';
  if (!edge.hosts.serves(request.host, campaign.workspaceId)) return 'foreign-host';
  const offer = choice?.offer;
  if (choice !== undefined)
    visit.route = {
      outcome: 'offer',
      ruleId: null,
      path: choice.path,
      landing: choice.path.landings.items.find(({ id }) => id === choice.landingId) ?? null,
      offer: offer ?? null,
      ...noRouteFlags,
    };
  visit.destination = offer === undefined ? undefined : fillUrl(visit, offer.template);
  if (visit.destination !== undefined) return 'offer';
  const isBlocked = offer === undefined && choice?.path.blocks === true;
  const page = isBlocked ? campaign.blockPage : campaign.fallback;
  if (page !== undefined) visit.destination = fillUrl(visit, page);
  if (isBlocked) return 'blocked';
  return offer === undefined ? 'no-offer' : 'unusable-url';
}

function describeClick(
  visit: Visit,
  { visitId, remembered, campaign }: ClickedVisit,
  decided: Pick<Click, 'outcome' | 'choice'>,
): Click {
  const retentionMs = (campaign?.visitDays ?? 0) * dayMs;
  const isExpired = visitId !== undefined && visit.timeMs - visit.visitTimeMs > retentionMs;
  if (visitId === undefined) visit.reasons.push(visitUnknown);
  if (isExpired) visit.reasons.push('visit-expired');
  if (visitId !== undefined && remembered === undefined) visit.reasons.push('by-click-id');
  // An expired visit is left out of the row; otherwise the batch would wait for a visit that never arrives.
  const isFindable = visitId !== undefined && !isExpired;
  return {
    id: visit.edge.newId(visit.timeMs),
    ...decided,
    visitId: isFindable ? visitId : undefined,
  };
}

/** Counts a prefetched visit once, when a person clicks. The returned cookie clears the prefetch flag. */
function promote(visit: Visit, { remembered, campaign }: ClickedVisit, click: Click): string[] {
  const { classified, edge, memory } = visit;
  if (remembered?.isPrefetch !== true || campaign === undefined || classified.isBot || classified.isPrefetch)
    return [];
  const { workspaceId, campaign: settings, rotator } = campaign.document;
  const scopes = {
    workspaceId,
    campaignId: settings.id,
    rotatorId: rotator.id,
    pathId: remembered.pathId,
    stickyLandingId: campaign.stickiness?.landing === true ? remembered.landingId : null,
    stickyOfferId: campaign.stickiness?.offer === true ? remembered.offerId : null,
  };
  const value = memory.confirm(remembered.visitId, scopes, visit.timeMs);
  if (edge.promoted.add(remembered.visitId)) {
    countPromotionForCaps(visit);
    edge.clicks.append(
      promotionRow(visit, { ...click, id: edge.newId(visit.timeMs) }),
      visit.timeMs,
      () => undefined,
    );
  }
  return value === undefined ? [] : [buildCookieHeader(visitorCookieName, value, visit.request)];
}
