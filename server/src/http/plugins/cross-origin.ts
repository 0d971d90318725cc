import type { FastifyRequest } from 'fastify';
import { WaypostError } from '../../platform/errors.ts';
import { isOwnHost } from '../../platform/own-host.ts';

const readMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

export const otherOrigin =
  'Writes from pages on a different origin are not allowed. If this page is the panel behind a proxy, set WAYPOST_PUBLIC_URL to its address.';
export const unknownHost = 'The host name is unknown. Set WAYPOST_PUBLIC_URL to the address of the panel.';

/**
 * Rejects writes that a browser sends from a page of a different origin, regardless of credentials. Clients other than
 * browsers send neither Origin nor Sec-Fetch-Site and are allowed.
 */
export function refuseCrossOriginWrite(request: FastifyRequest, publicOrigin: string | undefined): void {
  if (!isWrite(request)) return;
  const site = request.headers['sec-fetch-site'];
  const { origin } = request.headers;
  const isOwnSite = site === undefined || site === 'same-origin' || site === 'none';
  const own = publicOrigin ?? originOf(`${request.protocol}://${request.headers.host}`);
  const isOwnOrigin = origin === undefined || (own !== undefined && originOf(origin) === own);
  if (!isOwnSite || !isOwnOrigin)
    throw new WaypostError('FORBIDDEN', otherOrigin, { reason: 'other-origin' });
  const isBrowser = site !== undefined || origin !== undefined;
  if (isBrowser && publicOrigin === undefined && !isOwnHost(request.headers.host ?? ''))
    throw new WaypostError('FORBIDDEN', unknownHost, { reason: 'unknown-host' });
}

export function isWrite(request: FastifyRequest): boolean {
  return !readMethods.has(request.method);
}

function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined;
}
