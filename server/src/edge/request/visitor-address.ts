import { parseAddress, parseAddressRange, type Address } from '@waypost/contract/conditions/address.ts';
import type { AddressPrivacy } from '@waypost/contract/settings.ts';
import { formatAddress } from './format-address.ts';

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
  // IPv4 addresses are numbers and IPv6 addresses are strings, which must not be compared with each other.
  return (address) =>
    ranges.some(({ from, to }) => typeof from === typeof address && from <= address && address <= to);
}

const [zero, nine, dot] = [0x30, 0x39, 0x2e];
// Length of 255.255.255.255.
const lengthMax = 15;

/**
 * Parses an IPv4 address in canonical notation, as nearly all proxies send it; returns -1 for any other text. This is
 * ten times faster than a regular expression, and the text can be used without formatting it again.
 */
export function readDottedIpv4(text: string): number {
  if (text.length > lengthMax) return -1;
  let value = 0;
  let dots = 0;
  let begin = 0;
  let part = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === dot) {
      if (at === begin) return -1;
      value = value * 256 + part;
      dots += 1;
      begin = at + 1;
      part = 0;
    } else {
      // Some parsers read a leading zero as octal.
      const isInvalid = code < zero || code > nine || (at > begin && part === 0);
      part = part * 10 + code - zero;
      if (isInvalid || part > 255) return -1;
    }
  }
  return dots === 3 && begin < text.length ? value * 256 + part : -1;
}

export type HeaderValue = string | readonly string[] | undefined;

// Returns the visitor's address in canonical notation, or an empty string if the connection is already closed.
type ReadAddress = (remoteAddress: string | undefined, forwardedFor: HeaderValue) => string;

/**
 * Returns a function that reads `X-Forwarded-For` from the right, only as far as trusted proxies wrote it, because
 * everything to the left of an untrusted address may be forged. `Forwarded` and `X-Real-IP` are ignored, because a
 * proxy that sets one header passes the others on as the visitor sent them.
 */
export function addressReader(networks: readonly string[]): ReadAddress {
  if (networks.length === 0) return (remoteAddress) => peerAddress(remoteAddress);
  const isTrusted = trustedProxies(networks);
  // Most requests come from the same proxy as the previous one.
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
  const single = readDottedIpv4(hops);
  if (single >= 0 && !isTrusted(single)) return hops;
  let furthest = peer;
  for (let end = hops.length; end >= 0;) {
    const comma = end === 0 ? -1 : hops.lastIndexOf(',', end - 1);
    const text = hops.slice(comma + 1, end).trim();
    const ipv4 = readDottedIpv4(text);
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

// Matches the first three groups if none of them is zero, because a zero group may be part of the `::` gap.
const ipv6Network = /^(?:[1-9a-f][\da-f]{0,3}:){3}/;
const ipv6NetworkDigits = 12;

/** Applies the workspace's IP address setting. `truncated` keeps 24 bits of IPv4 and 48 bits of IPv6. */
export function storedAddress(address: string, privacy: AddressPrivacy): string {
  if (privacy === 'full') return address;
  if (privacy === 'none' || address === '') return '';
  if (!address.includes(':')) return `${address.slice(0, address.lastIndexOf('.'))}.0`;
  const network = ipv6Network.exec(address)?.[0];
  if (network !== undefined) return `${network}:`;
  const parsed = parseAddress(address);
  // The text is not an address and could contain anything, so nothing is stored.
  if (typeof parsed !== 'string') return '';
  return formatAddress(parsed.slice(0, ipv6NetworkDigits).padEnd(32, '0'));
}
