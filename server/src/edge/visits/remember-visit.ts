import { readCookie } from '../request/read-cookie.ts';
import { buildCookieHeader } from '../visitor-recall.ts';
import { sourceValuesCookieName } from '../visitor/source-values-cookie.ts';
import { visitorCookieName } from '../visitor/visitor-cookie.ts';
import { keepValues } from './kept-values.ts';
import type { Visit } from './visit.ts';

/**
 * What the browser is to keep of this visit, as headers; none where it keeps nothing. A visit that is not counted
 * is kept for its landing click, and makes nobody a returning visitor.
 */
export function rememberVisit(visit: Visit): string[] {
  const { arrival, edge, campaign } = visit;
  const value = rememberedValue(visit);
  if (value === undefined || campaign === undefined) return [];
  const headers = [buildCookieHeader(visitorCookieName, value, arrival)];
  const values = campaign.wantedValues.length === 0 ? undefined : keepValues(visit);
  if (values !== undefined) {
    const cookie = edge.sourceValues.add(
      readCookie(arrival.cookies, sourceValuesCookieName),
      visit.id,
      values,
    );
    headers.push(buildCookieHeader(sourceValuesCookieName, cookie, arrival));
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
