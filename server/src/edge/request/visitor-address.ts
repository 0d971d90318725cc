import { parseAddress, parseAddressRange, type Address } from '@waypost/contract/conditions/address.ts';
import type { AddressPrivacy } from '@waypost/contract/settings.ts';
import { formatAddress } from './format-address.ts';

/** Whether an address is one of the proxies whose word counts. */
type IsTrusted = (address: Address) => boolean;

/** Of networks such as `10.0.0.0/8`. They are few, so that they are simply asked one after the other. */
export function trustedProxies(networks: readonly string[]): IsTrusted {
  const ranges = networks.map((network) => {
    const range = parseAddressRange(network);
    if (range === undefined) throw new Error(`"${network}" is no network of proxies`);
    return range;
  });
  // Addresses of the two families are a number and a text, which compare as nobody would expect.
  return (address) =>
    ranges.some(({ from, to }) => typeof from === typeof address && from <= address && address <= to);
}

const [zero, nine, dot] = [0x30, 0x39, 0x2e];
// 255.255.255.255
const lengthMax = 15;

/**
 * The number of an IPv4 address in its one spelling, as nearly all proxies send it; -1 for anything else. A pattern
 * takes ten times as long, and the text need not be written anew.
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
      // A zero in front would make it octal for some.
      const isOdd = code < zero || code > nine || (at > begin && part === 0);
      part = part * 10 + code - zero;
      if (isOdd || part > 255) return -1;
    }
  }
  return dots === 3 && begin < text.length ? value * 256 + part : -1;
}

/** As Node gives headers: several of one name are one text, joined by commas. */
export type HeaderValue = string | readonly string[] | undefined;

/** The address of the visitor in its one spelling; empty where the connection is gone and nobody knows it. */
type ReadAddress = (remoteAddress: string | undefined, forwardedFor: HeaderValue) => string;

/**
 * `X-Forwarded-For` is read from the right and only as far as our own proxies wrote it: whoever is not one of them may
 * have made up everything to the left. `Forwarded` and `X-Real-IP` count for nothing, since a proxy that sets the one
 * header passes the others on as the visitor sent them.
 */
export function addressReader(networks: readonly string[]): ReadAddress {
  if (networks.length === 0) return (remoteAddress) => peerAddress(remoteAddress);
  const isTrusted = trustedProxies(networks);
  // Most requests come from the same proxy as the one before.
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

/** Of a connection. Its address comes from the system, which spells each in one way; only zones and mapped ones are left. */
function peerAddress(remoteAddress: string | undefined): string {
  if (remoteAddress === undefined || !remoteAddress.includes(':')) return remoteAddress ?? '';
  if (remoteAddress.startsWith(mappedStart)) return remoteAddress.slice(mappedStart.length);
  return remoteAddress.includes('%') ? (normalizeAddress(remoteAddress) ?? '') : remoteAddress;
}

/** Of a list that has nothing but proxies in it the address furthest from us; rubbish ends the list. */
function lastUntrusted(peer: Address, hops: string, isTrusted: IsTrusted): string {
  // Most often there is one, and nothing to take apart.
  const single = readDottedIpv4(hops);
  if (single >= 0 && !isTrusted(single)) return hops;
  let known = peer;
  for (let end = hops.length; end >= 0;) {
    const comma = end === 0 ? -1 : hops.lastIndexOf(',', end - 1);
    const text = hops.slice(comma + 1, end).trim();
    const plain = readDottedIpv4(text);
    const hop = plain >= 0 ? plain : parseHop(text);
    if (hop === undefined) break;
    if (!isTrusted(hop)) return plain >= 0 ? text : formatAddress(hop);
    known = hop;
    end = comma;
  }
  return formatAddress(known);
}

/** An address in its one spelling, without port, brackets and zone; undefined for what is none. */
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

// The first three groups where neither a gap nor a zero, which a gap may take in, is among them.
const ipv6Network = /^(?:[1-9a-f][\da-f]{0,3}:){3}/;
const ipv6NetworkDigits = 12;

/** As much of an address as a workspace keeps: all, its network (24 bits of IPv4, 48 of IPv6), or nothing. */
export function storedAddress(address: string, privacy: AddressPrivacy): string {
  if (privacy === 'full') return address;
  if (privacy === 'none' || address === '') return '';
  if (!address.includes(':')) return `${address.slice(0, address.lastIndexOf('.'))}.0`;
  const network = ipv6Network.exec(address)?.[0];
  if (network !== undefined) return `${network}:`;
  const parsed = parseAddress(address);
  // What is no address could be anything, and is not kept where not even addresses are.
  if (typeof parsed !== 'string') return '';
  return formatAddress(parsed.slice(0, ipv6NetworkDigits).padEnd(32, '0'));
}
