import { isInRange, type Address, type AddressRange } from '@waypost/contract/ip-addresses/parse-address.ts';
import { guardedPorts } from './guarded-ports.ts';
import { parseHostAddress, parseRange } from './parse-host-address.ts';

/** Range and port that the operator allows even though the policy forbids them, for example in a lab. */
export type OutboundRule = { range: string; port: number };

export type Verdict = { ok: true } | { ok: false; reason: string };

type OutboundTarget = {
  address: string;
  port: number;
  allow: readonly OutboundRule[];
  /**
   * Addresses of this machine and of the database engines. These addresses are not called even if they are public,
   * unless `allow` includes them.
   */
  own?: readonly string[];
};

const forbiddenIpv4 = knownRanges([
  ['0.0.0.0/8', 'this network; loopback on most systems'],
  ['10.0.0.0/8', 'private'],
  ['100.64.0.0/10', 'carrier-grade NAT; Alibaba Cloud metadata'],
  ['127.0.0.0/8', 'loopback'],
  ['168.63.129.16/32', 'Azure host agent'],
  ['169.254.0.0/16', 'link-local; metadata in most clouds'],
  ['172.16.0.0/12', 'private'],
  ['192.0.0.0/24', 'protocol assignments; Oracle Cloud metadata'],
  ['192.0.2.0/24', 'documentation'],
  ['192.31.196.0/24', 'AS112, reverse DNS for private addresses'],
  ['192.52.193.0/24', 'multicast tunnels'],
  ['192.88.99.0/24', '6to4 relays'],
  ['192.168.0.0/16', 'private'],
  ['192.175.48.0/24', 'AS112'],
  ['198.18.0.0/15', 'benchmarks'],
  ['198.51.100.0/24', 'documentation'],
  ['203.0.113.0/24', 'documentation'],
  ['224.0.0.0/4', 'multicast'],
  ['240.0.0.0/4', 'reserved, and broadcast'],
]);

// The only IPv6 range that is allowed. All other IPv6 addresses are loopback, private, link-local, multicast or
// unassigned, or embed an IPv4 address.
const globalIpv6 = knownRanges([['2000::/3', 'global unicast']]);
const forbiddenIpv6 = knownRanges([
  ['2001::/23', 'protocol assignments: Teredo, ORCHID, benchmarks'],
  ['2001:db8::/32', 'documentation'],
  ['2002::/16', '6to4, embeds an IPv4 address'],
  ['2620:4f:8000::/48', 'AS112'],
  ['3fff::/20', 'documentation'],
]);

const webPorts = new Set([80, 443, 8080, 8443]);

/** Returns true if URLs from users may reach the address. Returns false for text that is not an address. */
export function isPublicAddress(address: string): boolean {
  const parsed = parseHostAddress(address);
  return parsed !== undefined && isPublic(parsed);
}

export function isAllowedPort(port: number): boolean {
  if (webPorts.has(port)) return true;
  return Number.isInteger(port) && port >= 1024 && port <= 65_535 && !guardedPorts.has(port);
}

/** Checks an address before a socket is opened. The reason completes the sentence "the URL …". */
export function judgeAddress({ address, port, allow, own = [] }: OutboundTarget): Verdict {
  const parsed = parseHostAddress(address);
  if (parsed === undefined) return { ok: false, reason: 'must resolve to a valid IP address' };
  if (allow.some((rule) => rule.port === port && isWithin(parsed, rule.range))) return { ok: true };
  if (!isPublic(parsed) || isOneOf(parsed, own))
    return { ok: false, reason: 'must not resolve to a private, local or reserved IP address' };
  return judgePort(port);
}

export function judgePort(port: number): Verdict {
  if (isAllowedPort(port)) return { ok: true };
  return {
    ok: false,
    reason: 'must use port 80 or 443, or a port above 1023 that databases and message brokers do not use',
  };
}

function isPublic(address: Address): boolean {
  if (typeof address === 'number') return !forbiddenIpv4.some((range) => isInRange(address, range));
  return (
    globalIpv6.some((range) => isInRange(address, range)) &&
    !forbiddenIpv6.some((range) => isInRange(address, range))
  );
}

// Returns whether the range contains the address. Returns false for an invalid range, so an invalid rule allows
// nothing.
function isWithin(address: Address, rangeText: string): boolean {
  const range = parseRange(rangeText);
  return range !== undefined && isInRange(address, range);
}

function isOneOf(address: Address, own: readonly string[]): boolean {
  return own.some((text) => isInRange(address, getRange(text)));
}

function knownRanges(rows: readonly (readonly [range: string, use: string])[]): AddressRange[] {
  return rows.map(([range]) => getRange(range));
}

// Parses a range. Throws if the range is invalid, because an ignored range would leave one of the machine's own
// addresses reachable.
function getRange(text: string): AddressRange {
  const range = parseRange(text);
  if (range === undefined) throw new Error(`${text} is neither an IP address nor a CIDR range`);
  return range;
}
