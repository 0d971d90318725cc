import type { EdgeHeaders, EdgeRequest } from './exchange.ts';
import { cutHeader, decodeHeader } from './request/cut-header.ts';
import { readCookie } from './request/read-cookie.ts';
import type { Origin, ReadOrigin } from './request/read-origin.ts';
import { visitorCookieName } from './visitor/visitor-cookie.ts';

/** What a browser sent, whichever way it reached us. */
export type VisitRequest = Origin & {
  timeMs: number;
  method: string;
  /** The link, or the page that the script runs on: its query has the parameters of the source. */
  url: string;
  headers: EdgeHeaders;
  userAgent: string;
  /** What the browser kept of earlier visits: the value of the cookie, or what the script has stored. */
  memory: string | undefined;
  /** All cookies; the one with what sources said of earlier visits is read by the few who want it. */
  cookies: string | undefined;
};

// Real ones have a third of this; the rest would only fill the disk.
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
    userAgent: cutHeader(decodeHeader(headers['user-agent'] ?? ''), userAgentLengthMax),
    memory: readCookie(headers.cookie, visitorCookieName),
    cookies: headers.cookie,
  };
}
