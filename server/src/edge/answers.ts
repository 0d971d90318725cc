import { hasMoreHints, hintsHeader } from './classify/index.ts';
import type { EdgeResponse } from './exchange.ts';
import type { VisitRequest } from './read-visit-request.ts';

const textHeaders = [
  'content-type',
  'text/plain; charset=utf-8',
  'cache-control',
  'no-store',
  'x-robots-tag',
  'noindex',
  'referrer-policy',
  'no-referrer',
];

/** Headers that prevent caching and keep the tracking URL out of the destination's Referer header. */
export const redirectHeaders: readonly string[] = [
  'cache-control',
  'no-store',
  'referrer-policy',
  'no-referrer',
  'x-robots-tag',
  'noindex',
  'content-length',
  '0',
];

/**
 * Redirects the visitor. Client hints are requested over HTTPS only, because browsers ignore Accept-CH on unencrypted
 * connections.
 */
export function redirect(
  response: EdgeResponse,
  { isHttps, headers: requestHeaders }: Pick<VisitRequest, 'isHttps' | 'headers'>,
  location: string,
  cookies: readonly string[],
): void {
  const asksHints = isHttps && hasMoreHints(requestHeaders);
  if (response.redirect !== undefined) return response.redirect(location, cookies, asksHints);
  // A flat list is the header format that Node processes fastest.
  const headers = ['location', location, ...redirectHeaders];
  if (asksHints) headers.push(...hintsHeader);
  for (const cookie of cookies) headers.push('set-cookie', cookie);
  response.writeHead(302, headers).end();
}

/** Answers with a page that does not reveal the product or the error. */
export function neutralPage(
  response: EdgeResponse,
  status: 200 | 404,
  cookies: readonly string[] = [],
): void {
  const text = status === 200 ? 'Nothing here yet.\n' : 'Nothing here.\n';
  const headers = [...textHeaders, 'content-length', String(text.length)];
  for (const cookie of cookies) headers.push('set-cookie', cookie);
  response.writeHead(status, headers).end(text);
}

export function plainText(
  response: EdgeResponse,
  status: number,
  text: string,
  headers: readonly string[] = [],
): void {
  response.writeHead(status, [...textHeaders, ...headers, 'content-length', String(text.length)]).end(text);
}

export function json(response: EdgeResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  const length = String(Buffer.byteLength(text));
  response
    .writeHead(status, [
      'content-type',
      'application/json',
      'content-length',
      length,
      'cache-control',
      'no-store',
    ])
    .end(text);
}
