import { isIP } from 'node:net';
import { hostname } from 'node:os';

/**
 * Returns true if a Host header is an IP address, `localhost` or the host name of this machine. Any other name could
 * belong to an attacker who points it at this machine (DNS rebinding).
 */
export function isOwnHost(host: string): boolean {
  const name = (/^(.*?)(?::\d{1,5})?$/.exec(host)?.[1] ?? '').toLowerCase();
  if (name.startsWith('[')) return name.endsWith(']') && isIP(name.slice(1, -1)) === 6;
  return isIP(name) === 4 || name === 'localhost' || name === hostname().toLowerCase();
}
