import fc from 'fast-check';
import { BlockList } from 'node:net';
import { describe, it } from 'vitest';
import { isPublicAddress, judgeAddress } from './address-policy.ts';

// The ranges are repeated here on purpose, and checked with Node's implementation instead of Waypost's.
const ipv4Ranges: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['168.63.129.16', 32],
];
const ipv6Ranges: [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
];

const forbiddenIpv4 = new BlockList();
for (const [start, prefix] of ipv4Ranges) forbiddenIpv4.addSubnet(start, prefix, 'ipv4');
const forbiddenIpv6 = new BlockList();
for (const [start, prefix] of ipv6Ranges) forbiddenIpv6.addSubnet(start, prefix, 'ipv6');
const globalIpv6 = new BlockList();
globalIpv6.addSubnet('2000::', 3, 'ipv6');

const isPublicIpv4 = (address: string) => !forbiddenIpv4.check(address, 'ipv4');
const isPublicIpv6 = (address: string) =>
  globalIpv6.check(address, 'ipv6') && !forbiddenIpv6.check(address, 'ipv6');

const byte = fc.nat(0xff);
const octets = fc.tuple(byte, byte, byte, byte);
// Generates the first and last address of a range, the addresses right outside the range, and some addresses within
// it.
const nearRanges = fc
  .tuple(
    fc.constantFrom(...ipv4Ranges),
    fc.constantFrom('start', 'end', 'within'),
    fc.integer({ min: -2, max: 2 }),
    fc.noShrink(fc.nat()),
  )
  .map(([[start, prefix], position, offset, random]) => {
    const first = start.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
    const size = 2 ** (32 - prefix);
    const base = { start: first, end: first + size - 1, within: first + (random % size) }[position] ?? first;
    return toOctets(position === 'within' ? base : base + offset);
  });
const anyIpv4 = fc.oneof(octets, nearRanges);

const group = fc.oneof(fc.nat(0xffff), fc.constantFrom(0, 1, 0xffff, 0x7f00, 0xa9fe));
const leadingGroups = fc.constantFrom(
  [0x2001],
  [0x2001, 0x1ff],
  [0x2001, 0x200],
  [0x2001, 0xdb8],
  [0x2002],
  [0x2620, 0x4f, 0x8000],
  [0x3fff, 0xfff],
  [0x3fff, 0x1000],
  [0x64, 0xff9b],
  [0xfe80],
  [0x2606, 0x4700],
  [],
);
const anyIpv6 = fc
  .tuple(leadingGroups, fc.array(group, { minLength: 8, maxLength: 8 }))
  .map(([lead, rest]) => [...lead, ...rest].slice(0, 8))
  .filter((groups) => !(groups.slice(0, 5).every((one) => one === 0) && groups[5] === 0xffff));

function toOctets(value: number): [number, number, number, number] {
  const wrapped = value >>> 0;
  return [wrapped >>> 24, (wrapped >>> 16) & 0xff, (wrapped >>> 8) & 0xff, wrapped & 0xff];
}

function hexGroup(high: number, low: number): string {
  return (high * 256 + low).toString(16);
}

function compress(groups: number[]): string {
  return groups
    .map((one) => one.toString(16))
    .join(':')
    .replace(/(?:^|:)0(?::0)+(?:$|:)/, '::');
}

const spellIpv4: ((parts: [number, number, number, number]) => string)[] = [
  ([a, b, c, d]) => String(((a * 256 + b) * 256 + c) * 256 + d),
  ([a, b, c, d]) => `0x${(((a * 256 + b) * 256 + c) * 256 + d).toString(16)}`,
  ([a, b, c, d]) => `${a}.${(b * 256 + c) * 256 + d}`,
  ([a, b, c, d]) => `0x${a.toString(16)}.${b}.0X${hexGroup(c, d).toUpperCase()}`,
  ([a, b, c, d]) => `${a}.0x${b.toString(16)}.${c}.0x000${d.toString(16)}`,
  (parts) => `::ffff:${parts.join('.')}`,
  (parts) => `0:0:0:0:0:FFFF:${parts.join('.')}`,
  ([a, b, c, d]) => `::ffff:${hexGroup(a, b)}:${hexGroup(c, d)}`,
  ([a, b, c, d]) => `0000::FFFF:${hexGroup(a, b).padStart(4, '0')}:${hexGroup(c, d).padStart(4, '0')}`,
];
const octalSpellings: typeof spellIpv4 = [
  (parts) => parts.map((part) => `0${part.toString(8)}`).join('.'),
  ([a, b, c, d]) => `0${(((a * 256 + b) * 256 + c) * 256 + d).toString(8)}`,
];

describe('isPublicAddress with generated addresses', () => {
  it('agrees with an independent list for every IPv4 address', () => {
    fc.assert(
      fc.property(anyIpv4, (parts) => isPublicAddress(parts.join('.')) === isPublicIpv4(parts.join('.'))),
      { numRuns: 25_000 },
    );
  });

  it('returns the same result for every notation of an IPv4 address', () => {
    fc.assert(
      fc.property(anyIpv4, fc.constantFrom(...spellIpv4), (parts, spell) => {
        return isPublicAddress(spell(parts)) === isPublicIpv4(parts.join('.'));
      }),
      { numRuns: 20_000 },
    );
  });

  it('rejects forbidden IPv4 addresses in octal notation', () => {
    fc.assert(
      fc.property(anyIpv4, fc.constantFrom(...octalSpellings), (parts, spell) => {
        return !isPublicAddress(spell(parts)) || isPublicIpv4(parts.join('.'));
      }),
      { numRuns: 5_000 },
    );
  });

  it('agrees with an independent list for every IPv6 address, compressed or not', () => {
    fc.assert(
      fc.property(anyIpv6, (groups) => {
        const address = groups.map((one) => one.toString(16)).join(':');
        const expected = isPublicIpv6(address);
        return isPublicAddress(address) === expected && isPublicAddress(compress(groups)) === expected;
      }),
      { numRuns: 15_000 },
    );
  });

  it('rejects every IPv4 address that is embedded in an IPv6 address, such as 6to4 or Teredo', () => {
    const prefixes = ['::', '64:ff9b::', '64:ff9b:1::', '::ffff:0:', '2001::', 'fe80::5efe:'];
    fc.assert(
      fc.property(octets, fc.constantFrom(...prefixes), ([a, b, c, d], prefix) => {
        const [high, low] = [hexGroup(a, b), hexGroup(c, d)];
        return !isPublicAddress(`${prefix}${high}:${low}`) && !isPublicAddress(`2002:${high}:${low}::1`);
      }),
      { numRuns: 5_000 },
    );
  });

  it('allows exactly the range and port of a rule', () => {
    const allow = [{ range: '10.16.0.0/12', port: 9000 }];
    const port = fc.constantFrom(80, 9000);
    fc.assert(
      fc.property(byte, byte, port, (second, last, at) => {
        const isOpen = at === 9000 && second >= 16 && second <= 31;
        return judgeAddress({ address: `10.${second}.0.${last}`, port: at, allow }).ok === isOpen;
      }),
      { numRuns: 5_000 },
    );
  });
});
