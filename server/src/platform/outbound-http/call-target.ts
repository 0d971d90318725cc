import { isIP } from 'node:net';

/** Where a URL leads, taken apart once, so that what is judged is what is called. */
export type CallTarget = {
  isSecure: boolean;
  /** Scheme, host and port. */
  origin: string;
  /** As it goes into the header of that name. */
  hostHeader: string;
  /** A name without its closing dot, or an address without brackets. */
  host: string;
  isAddress: boolean;
  port: number;
  path: string;
};

export function readTarget(url: URL): CallTarget {
  const isSecure = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  return {
    isSecure,
    origin: url.origin,
    hostHeader: url.host,
    host,
    isAddress: isIP(host) !== 0,
    port: Number(url.port || (isSecure ? 443 : 80)),
    path: url.pathname + url.search,
  };
}
