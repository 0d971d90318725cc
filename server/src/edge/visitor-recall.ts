import { deriveKey } from '../platform/derive-key.ts';
import type { EdgeContext } from './edge-context.ts';
import type { VisitRequest } from './read-visit-request.ts';
import { cookielessVisitors } from './visitor/cookieless-visitors.ts';
import { cookieAttributes, visitorCookiePurpose, visitorCookies } from './visitor/visitor-cookie.ts';

const cookieDays = 180;
const maxAgeSeconds = cookieDays * 86_400;

export function visitorRecall(secret: string): EdgeContext['recall'] {
  const cookies = visitorCookies(deriveKey(secret, visitorCookiePurpose));
  const cookieless = cookielessVisitors();
  return (request, method) =>
    method === 'cookie'
      ? cookies.read(request.memory)
      : cookieless.recognize(request.address, request.userAgent, request.timeMs);
}

const attributes = cookieAttributes({ isHttps: false, maxAgeSeconds });
const httpsAttributes = cookieAttributes({ isHttps: true, maxAgeSeconds });

export function buildCookieHeader(name: string, value: string, { isHttps }: VisitRequest): string {
  return `${name}=${value}${isHttps ? httpsAttributes : attributes}`;
}
