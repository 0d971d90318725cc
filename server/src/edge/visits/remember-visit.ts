import { readCookie } from '../request/read-cookie.ts';
import { buildCookieHeader } from '../visitor-recall.ts';
import { sourceValuesCookieName } from '../visitor/source-values-cookie.ts';
import { visitorCookieName } from '../visitor/visitor-cookie.ts';
import { collectValues } from './remembered-values.ts';
import type { Visit } from './visit.ts';

/**
 * Returns the cookie headers that remember this visit, or no headers if the workspace does not use cookies. A visit
 * that is not counted is remembered only for its landing-page click and does not make the visitor a returning visitor.
 */
export function rememberVisit(visit: Visit): string[] {
  const { request, edge, campaign } = visit;
  const value = rememberedValue(visit);
  if (value === undefined || campaign === undefined) return [];
  const headers = [buildCookieHeader(visitorCookieName, value, request)];
  const values = campaign.requiredValues.length === 0 ? undefined : collectValues(visit);
  if (values !== undefined) {
    const cookie = edge.sourceValues.add(
      readCookie(request.cookies, sourceValuesCookieName),
      visit.id,
      values,
    );
    headers.push(buildCookieHeader(sourceValuesCookieName, cookie, request));
  }
  return headers;
}

export function rememberedValue(visit: Visit): string | undefined {
  const { campaign, route, classified, isCounted } = visit;
  const stickiness = campaign?.stickiness;
  if (campaign === undefined || visit.outcome === 'foreign-host') return undefined;
  const { memory } = visit;
  if (memory.isForged) visit.edge.counters.forgedCookies += 1;
  return memory.remember(
    {
      visitId: visit.id,
      campaignNumber: campaign.number,
      landingId: route?.landing?.key ?? null,
      offerId: route?.offer?.key ?? null,
      isPrefetch: classified.isPrefetch && !isCounted && !classified.isBot,
      workspaceId: campaign.workspaceId,
      campaignId: campaign.id,
      rotatorId: route === undefined ? null : campaign.rotatorId,
      pathId: route?.path.key ?? null,
      stickyLandingId: stickiness?.landing === true ? (route?.landing?.key ?? null) : null,
      stickyOfferId: stickiness?.offer === true ? (route?.offer?.key ?? null) : null,
    },
    visit.timeMs,
  );
}
