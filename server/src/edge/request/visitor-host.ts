import { copyHeader } from './header-text.ts';
import { normalizeAddress, type HeaderValue } from './visitor-address.ts';

const hostLengthMax = 253;
const plainName = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/;
const namePort = /:\d{0,5}$/;
const bracketed = /^\[([^\]]*)\](?::\d{0,5})?$/;

// The last host is cached, because most requests are for the same host as the previous request.
let last = { sent: '', host: '' };

/** Returns the host in lowercase without port and trailing dot, or an empty string if it is invalid. */
export function normalizeHost(sent: string | undefined): string {
  if (sent === undefined || sent.length > hostLengthMax + '.:65535'.length) return '';
  if (sent === last.sent) return last.host;
  const copy = copyHeader(sent);
  last = { sent: copy, host: readHost(copy) };
  return last.host;
}

function readHost(host: string): string {
  // A repeated Host header is valid only if all values are equal. If they differ, it is not known which value a proxy
  // used.
  const [first = '', ...others] = host.split(', ');
  if (others.some((other) => other !== first)) return '';
  if (first.startsWith('[')) return bracketedHost(first);
  const name = first.toLowerCase().replace(namePort, '');
  const bare = name.endsWith('.') ? name.slice(0, -1) : name;
  return bare.length <= hostLengthMax && plainName.test(bare) ? bare : '';
}

// IPv6 addresses keep their brackets, as in URLs.
function bracketedHost(host: string): string {
  const address = normalizeAddress(bracketed.exec(host)?.[1] ?? '');
  if (address === undefined) return '';
  return address.includes(':') ? `[${address}]` : address;
}

/** Returns the value that the nearest proxy added to a header. */
export function lastValue(header: HeaderValue): string | undefined {
  if (header === undefined) return undefined;
  const text = String(header);
  return text.slice(text.lastIndexOf(',') + 1).trim();
}
