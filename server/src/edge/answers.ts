import { hasMoreHints, hintsHeader } from './classify/index.ts';
import type { EdgeResponse } from './exchange.ts';
import type { VisitRequest } from './read-visit-request.ts';

const fastHeaders = [
  'content-type',
  'text/plain; charset=utf-8',
  'cache-control',
  'no-store',
  'x-robots-tag',
  'noindex',
  'referrer-policy',
  'no-referrer',
];

/** Of every redirect. Nobody may keep the answer, and the next page does not learn where the visitor was. */
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

/** To the page that was chosen. Browsers are asked for hints on https only: elsewhere they would not listen. */
export function redirect(
  response: EdgeResponse,
  { isHttps, headers: asked }: Pick<VisitRequest, 'isHttps' | 'headers'>,
  location: string,
  cookies: readonly string[],
): void {
  const asksHints = isHttps && hasMoreHints(asked);
  if (response.redirect !== undefined) return response.redirect(location, cookies, asksHints);
  // A flat list is the cheapest form of headers that Node knows.
  const headers = ['location', location, ...redirectHeaders];
  if (asksHints) headers.push(...hintsHeader);
  for (const cookie of cookies) headers.push('set-cookie', cookie);
  response.writeHead(302, headers).end();
}

/** Says nothing about who we are or what went wrong. */
export function neutralPage(
  response: EdgeResponse,
  status: 200 | 404,
  cookies: readonly string[] = [],
): void {
  const text = status === 200 ? 'Nothing here yet.\n' : 'Nothing here.\n';
  const headers = [...fastHeaders, 'content-length', String(text.length)];
  for (const cookie of cookies) headers.push('set-cookie', cookie);
  response.writeHead(status, headers).end(text);
}

/** A few words for programs. Their meaning is in the status. */
export function plainText(
  response: EdgeResponse,
  status: number,
  text: string,
  headers: readonly string[] = [],
): void {
  response.writeHead(status, [...fastHeaders, ...headers, 'content-length', String(text.length)]).end(text);
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
