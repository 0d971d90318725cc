import { copyHeader } from './cut-header.ts';
import { normalizeAddress, type HeaderValue } from './visitor-address.ts';

const hostLengthMax = 253;
const plainName = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/;
const namePort = /:\d{0,5}$/;
const bracketed = /^\[([^\]]*)\](?::\d{0,5})?$/;

// Most requests ask for the same host as the one before.
let last = { sent: '', host: '' };

/** The host that a visitor asked for in lower case, without port and final dot; empty where it is no host. */
export function normalizeHost(sent: string | undefined): string {
  if (sent === undefined || sent.length > hostLengthMax + '.:65535'.length) return '';
  if (sent === last.sent) return last.host;
  const kept = copyHeader(sent);
  last = { sent: kept, host: readHost(kept) };
  return last.host;
}

function readHost(host: string): string {
  // Named twice, it counts if both are the same: of two others nobody knows which one a proxy has looked at.
  const [first = '', ...others] = host.split(', ');
  if (others.some((other) => other !== first)) return '';
  if (first.startsWith('[')) return bracketedHost(first);
  const name = first.toLowerCase().replace(namePort, '');
  const bare = name.endsWith('.') ? name.slice(0, -1) : name;
  return bare.length <= hostLengthMax && plainName.test(bare) ? bare : '';
}

/** An address of IPv6 keeps its brackets, as in URLs. */
function bracketedHost(host: string): string {
  const address = normalizeAddress(bracketed.exec(host)?.[1] ?? '');
  if (address === undefined) return '';
  return address.includes(':') ? `[${address}]` : address;
}

/** Of a header that proxies may have added to: the last one is what our own said. */
export function lastValue(header: HeaderValue): string | undefined {
  if (header === undefined) return undefined;
  const text = String(header);
  return text.slice(text.lastIndexOf(',') + 1).trim();
}
