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
import { recallValues } from '../visits/kept-values.ts';
import { countClickForCaps, countPromotionForCaps } from '../visits/count-for-caps.ts';
import { fillUrl, noteCuts } from '../visits/steps.ts';
import { Visit } from '../visits/visit.ts';
import { chooseOffer, type ClickChoice } from './choose-offer.ts';
import { clickRow, promotionRow, type Click } from './click-rows.ts';
import { findVisit, type ClickedVisit } from './find-visit.ts';

const dayMs = 86_400_000;

/** `GET /go`, `GET /go/{link}`: from a landing to the offer of the visit, or to the one that the link names. */
export function serveClick(
  edge: EdgeContext,
  link: string,
  request: EdgeRequest,
  response: EdgeResponse,
): void {
  const arrival = readVisitRequest(edge, request);
  const found = findVisit(edge, arrival, parseQuery(arrival.url));
  const campaignId = found.campaign?.id ?? '';
  const visit = new Visit(edge, campaignId, arrival, found.visitId);
  visit.campaign = found.campaign;
  noteCuts(visit);
  const values = found.visitId === undefined ? undefined : readKept(visit, found.visitId);
  if (values !== undefined) recallValues(visit, values);
  const choice = chooseOffer(visit, found.kept, link);
  const outcome = sendOn(visit, choice);
  edge.counters.clicks[outcome] += 1;
  countClickForCaps(visit);
  const click = describeClick(visit, found, { outcome, choice });
  const cookies = outcome === 'foreign-host' ? [] : promote(visit, found, click);
  edge.clicks.append(clickRow(visit, click), visit.timeMs, (fate) => {
    edge.counters.fates[fate] += 1;
    if (visit.destination !== undefined) redirect(response, visit.arrival, visit.destination, cookies);
    else neutralPage(response, isKnown(outcome) ? 200 : 404, cookies);
  });
}

/** A click on a wrong host gets the same 404 as one of an unknown visit: nobody can find out which campaigns exist. */
function isKnown(outcome: ClickOutcome): boolean {
  return outcome !== 'unknown-visit' && outcome !== 'foreign-host';
}

/** What its visit said of itself, where the offers want to know and the browser kept it. */
function readKept({ edge, arrival, campaign }: Visit, visitId: string): KeptValues | undefined {
  if (campaign === undefined || campaign.wantedValues.length === 0) return undefined;
  return edge.sourceValues.read(readCookie(arrival.cookies, sourceValuesCookieName), visitId);
}

/** Sets where the click goes, the fallback where there is no offer. */
function sendOn(visit: Visit, choice: ClickChoice | undefined): ClickOutcome {
  const { campaign, edge, arrival } = visit;
  if (!edge.hosts.isOurs(arrival.host)) return 'foreign-host';
  if (campaign === undefined) return 'unknown-visit';
  if (!edge.hosts.serves(arrival.host, campaign.workspaceId)) return 'foreign-host';
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
  if (campaign.fallback !== undefined) visit.destination = fillUrl(visit, campaign.fallback);
  return offer === undefined ? 'no-offer' : 'unusable-url';
}

function describeClick(
  visit: Visit,
  { visitId, kept, campaign }: ClickedVisit,
  decided: Pick<Click, 'outcome' | 'choice'>,
): Click {
  const retentionMs = (campaign?.visitDays ?? 0) * dayMs;
  const isExpired = visitId !== undefined && visit.timeMs - visit.visitTimeMs > retentionMs;
  if (visitId === undefined) visit.reasons.push(visitUnknown);
  if (isExpired) visit.reasons.push('visit-expired');
  if (visitId !== undefined && kept === undefined) visit.reasons.push('by-click-id');
  // A click whose visit has expired is stored without it: its batch would wait for a row that never comes.
  const isFindable = visitId !== undefined && !isExpired;
  return {
    id: visit.edge.newId(visit.timeMs),
    ...decided,
    visitId: isFindable ? visitId : undefined,
  };
}

/** A click of a person on a visit that was looked ahead makes it a person's, once; the browser is told to forget the flag. */
function promote(visit: Visit, { kept, campaign }: ClickedVisit, click: Click): string[] {
  const { classified, edge, memory } = visit;
  if (kept?.isPrefetch !== true || campaign === undefined || classified.isBot || classified.isPrefetch)
    return [];
  const { workspaceId, campaign: settings, rotator } = campaign.document;
  const places = {
    workspaceId,
    campaignId: settings.id,
    rotatorId: rotator.id,
    pathId: kept.pathId,
    stickyLandingId: campaign.stickiness?.landing === true ? kept.landingId : null,
    stickyOfferId: campaign.stickiness?.offer === true ? kept.offerId : null,
  };
  const value = memory.confirm(kept.visitId, places, visit.timeMs);
  if (edge.promoted.add(kept.visitId)) {
    countPromotionForCaps(visit);
    edge.clicks.append(
      promotionRow(visit, { ...click, id: edge.newId(visit.timeMs) }),
      visit.timeMs,
      () => undefined,
    );
  }
  return value === undefined ? [] : [buildCookieHeader(visitorCookieName, value, visit.arrival)];
}
