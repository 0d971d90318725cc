import { isIP } from 'node:net';
import { hostname } from 'node:os';

/**
 * Whether a Host header names this machine without anybody having said how it is called: by an address, as localhost,
 * or by the system's own name. Any other name may be one that a stranger has pointed here, so that a page of theirs
 * seems to be ours; nobody can point an address elsewhere.
 */
export function isOwnHost(host: string): boolean {
  const name = (/^(.*?)(?::\d{1,5})?$/.exec(host)?.[1] ?? '').toLowerCase();
  if (name.startsWith('[')) return name.endsWith(']') && isIP(name.slice(1, -1)) === 6;
  return isIP(name) === 4 || name === 'localhost' || name === hostname().toLowerCase();
}
