import { isIP } from 'node:net';

/** Parts of a URL. The URL is parsed only once, so that the target that is called is the target that was checked. */
export type CallTarget = {
  isSecure: boolean;
  origin: string;
  hostHeader: string;
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
