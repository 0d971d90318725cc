import {
  isInRange,
  parseAddress,
  parseAddressRange,
  type Address,
} from '@waypost/contract/ip-addresses/parse-address.ts';
import { readIpv4 } from '@waypost/contract/ip-addresses/read-address.ts';
import { formatAddress } from '@waypost/contract/ip-addresses/format-address.ts';

type IsTrusted = (address: Address) => boolean;

/**
 * Returns a function that tells whether an address is in one of the networks, such as `10.0.0.0/8`. A linear search is
 * fast enough for a few networks.
 */
export function trustedProxies(networks: readonly string[]): IsTrusted {
  const ranges = networks.map((network) => {
    const range = parseAddressRange(network);
    if (range === undefined) throw new Error(`invalid trusted proxy network: "${network}"`);
    return range;
  });
  return (address) => ranges.some((range) => isInRange(address, range));
}

export type HeaderValue = string | readonly string[] | undefined;

// Returns the visitor's address in canonical notation, or an empty string if the connection is already closed.
type ReadAddress = (remoteAddress: string | undefined, forwardedFor: HeaderValue) => string;

/**
 * Returns a function that reads `X-Forwarded-For` from the right, but only the part that trusted proxies wrote, because
 * everything to the left of an untrusted address may be forged. `Forwarded` and `X-Real-IP` are ignored, because a
 * proxy that sets one of these headers passes on the others as the visitor sent them.
 */
export function addressReader(networks: readonly string[]): ReadAddress {
  if (networks.length === 0) return (remoteAddress) => peerAddress(remoteAddress);
  const isTrusted = trustedProxies(networks);
  // The last peer is cached, because most requests come from the same proxy as the previous request.
  let last: { remoteAddress: string; peer: Address | undefined; isProxy: boolean } | undefined;
  const readPeer = (remoteAddress: string) => {
    if (last?.remoteAddress === remoteAddress) return last;
    const peer = parseHop(remoteAddress);
    last = { remoteAddress, peer, isProxy: peer !== undefined && isTrusted(peer) };
    return last;
  };
  return (remoteAddress, forwardedFor) => {
    if (forwardedFor === undefined) return peerAddress(remoteAddress);
    const { peer, isProxy } = readPeer(remoteAddress ?? '');
    if (peer === undefined) return '';
    return isProxy ? lastUntrusted(peer, String(forwardedFor), isTrusted) : formatAddress(peer);
  };
}

const mappedStart = '::ffff:';

// The system reports addresses in canonical notation; only zones and IPv4-mapped addresses must be converted.
function peerAddress(remoteAddress: string | undefined): string {
  if (remoteAddress === undefined || !remoteAddress.includes(':')) return remoteAddress ?? '';
  if (remoteAddress.startsWith(mappedStart)) return remoteAddress.slice(mappedStart.length);
  return remoteAddress.includes('%') ? (normalizeAddress(remoteAddress) ?? '') : remoteAddress;
}

// Returns the last hop that is not a trusted proxy, or the leftmost address if all hops are trusted. An invalid hop
// ends the list.
function lastUntrusted(peer: Address, hops: string, isTrusted: IsTrusted): string {
  // Most headers contain a single hop, so there is nothing to split.
  const single = readIpv4(hops);
  if (single >= 0 && !isTrusted(single)) return hops;
  let furthest = peer;
  for (let end = hops.length; end >= 0;) {
    const comma = end === 0 ? -1 : hops.lastIndexOf(',', end - 1);
    const text = hops.slice(comma + 1, end).trim();
    const ipv4 = readIpv4(text);
    const hop = ipv4 >= 0 ? ipv4 : parseHop(text);
    if (hop === undefined) break;
    if (!isTrusted(hop)) return ipv4 >= 0 ? text : formatAddress(hop);
    furthest = hop;
    end = comma;
  }
  return formatAddress(furthest);
}

/** Returns the canonical notation without port, brackets and zone, or undefined for an invalid address. */
export function normalizeAddress(text: string): string | undefined {
  const address = parseHop(text);
  return address === undefined ? undefined : formatAddress(address);
}

const bracketed = /^\[([^\]]*)\](?::\d{1,5})?$/;
const withPort = /^([\d.]+):\d{1,5}$/;
const zone = /%.*$/s;

function parseHop(text: string): Address | undefined {
  if (!text.includes(':')) return parseAddress(text);
  const bare = bracketed.exec(text)?.[1] ?? withPort.exec(text)?.[1] ?? text;
  return parseAddress(bare.replace(zone, ''));
}
