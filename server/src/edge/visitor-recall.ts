import { deriveKey } from '../platform/derive-key.ts';
import type { EdgeContext } from './edge-context.ts';
import type { VisitRequest } from './read-visit-request.ts';
import { cookielessVisitors } from './visitor/cookieless-visitors.ts';
import { cookieAttributes, visitorCookiePurpose, visitorCookies } from './visitor/visitor-cookie.ts';

const cookieDays = 180;
const maxAgeSeconds = cookieDays * 86_400;

/** How visitors are recognized: by what their browser brings along, or by what this process remembers of today. */
export function visitorRecall(secret: string): EdgeContext['recall'] {
  const cookies = visitorCookies(deriveKey(secret, visitorCookiePurpose));
  const cookieless = cookielessVisitors();
  return (arrival, way) =>
    way === 'cookie'
      ? cookies.read(arrival.memory)
      : cookieless.recognize(arrival.address, arrival.userAgent, arrival.timeMs);
}

const attributes = cookieAttributes({ isHttps: false, maxAgeSeconds });
const attributesOfHttps = cookieAttributes({ isHttps: true, maxAgeSeconds });

/** The header that gives a browser what it is to bring along next time. */
export function buildCookieHeader(name: string, value: string, { isHttps }: VisitRequest): string {
  return `${name}=${value}${isHttps ? attributesOfHttps : attributes}`;
}
