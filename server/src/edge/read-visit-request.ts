import type { EdgeHeaders, EdgeRequest } from './exchange.ts';
import { truncateHeader, decodeHeader } from './request/header-text.ts';
import { readCookie } from './request/read-cookie.ts';
import type { Origin, ReadOrigin } from './request/read-origin.ts';
import { visitorCookieName } from './visitor/visitor-cookie.ts';

export type VisitRequest = Origin & {
  timeMs: number;
  method: string;
  /**
   * The campaign link, or the URL of the page with the tracking script. Its query contains the traffic source's
   * parameters.
   */
  url: string;
  headers: EdgeHeaders;
  userAgent: string;
  /** Value of the visitor cookie, or the copy that the tracking script stored. */
  memory: string | undefined;
  /** The whole Cookie header. It is not parsed here, because only some visits need the source values cookie. */
  cookies: string | undefined;
};

// Real user agents are at most a third of this length; longer values only waste disk space.
const userAgentLengthMax = 1_024;

export function readVisitRequest(
  edge: { readOrigin: ReadOrigin; now: () => number },
  request: EdgeRequest,
): VisitRequest {
  const { headers, method = 'GET', url = '/' } = request;
  const { address, host, isHttps } = edge.readOrigin(request);
  return {
    address,
    host,
    isHttps,
    timeMs: edge.now(),
    method,
    url,
    headers,
    userAgent: truncateHeader(decodeHeader(headers['user-agent'] ?? ''), userAgentLengthMax),
    memory: readCookie(headers.cookie, visitorCookieName),
    cookies: headers.cookie,
  };
}
