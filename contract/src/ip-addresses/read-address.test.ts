import { BlockList, isIPv4, isIPv6 } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ipv6Word, mappedIpv4, readIpv4, readIpv6 } from './read-address.ts';

function digits(text: string): string | undefined {
  if (!readIpv6(text)) return undefined;
  return ([0, 1, 2, 3] as const).map((at) => ipv6Word(at).toString(16).padStart(8, '0')).join('');
}

// Returns whether Node reads both strings as the same address.
function isSameToNode(one: string, other: string): boolean {
  const list = new BlockList();
  list.addAddress(one, 'ipv6');
  return list.check(other, 'ipv6');
}

describe('readIpv4', () => {
  it('reads every IPv4 address', () => {
    fc.assert(
      fc.property(fc.nat(0xffff_ffff), (value) => {
        const text = [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255].join('.');
        expect(readIpv4(text)).toBe(value);
      }),
    );
  });

  it('accepts the same strings as Node', () => {
    const piece = fc.constantFrom('0', '00', '01', '9', '10', '255', '256', '999', '', '.', ' ', 'a', ':');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), fc.constantFrom('.', ''), (pieces, separator) => {
        const text = pieces.join(separator);
        expect([text, readIpv4(text) >= 0]).toEqual([text, isIPv4(text)]);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('readIpv6', () => {
  it('accepts the same strings as Node, except those with a zone, and reads the same address', () => {
    const pieces = [
      ':',
      '::',
      '.',
      '0',
      '1',
      'ff',
      'FFFF',
      '12345',
      '255',
      '256',
      '127.0.0.1',
      '01.2.3.4',
      'g',
      '%1',
      ' ',
    ];
    const piece = fc.constantFrom(...pieces);
    const group = fc.nat(0x1_ffff).map((value) => value.toString(16));
    const joined = fc
      .array(fc.oneof(fc.constant(''), group), { minLength: 1, maxLength: 10 })
      .map((groups) => groups.join(':'));
    const text = fc.oneof(
      fc.array(piece, { maxLength: 12 }).map((parts) => parts.join('')),
      joined,
      fc.ipV6(),
    );
    fc.assert(
      fc.property(text, (address) => {
        const read = digits(address);
        expect([address, read !== undefined]).toEqual([address, isIPv6(address) && !address.includes('%')]);
        if (read === undefined) return;
        expect([address, isSameToNode(address, read.match(/.{4}/g)?.join(':') ?? '')]).toEqual([
          address,
          true,
        ]);
      }),
      { numRuns: 5_000 },
    );
  });

  it.each([
    ['1:2:3:4:5:6:7:8', '00010002000300040005000600070008'],
    ['1:2:3:4:5:6:7::', '00010002000300040005000600070000'],
    ['::2:3:4:5:6:7:8', '00000002000300040005000600070008'],
    ['2001:DB8::a', '20010db800000000000000000000000a'],
    ['2001::2:3:4:5:6:7', '20010000000200030004000500060007'],
    ['::', '0'.repeat(32)],
    ['1::1.2.3.4', '00010000000000000000000001020304'],
    ['fe80::1%eth0', undefined],
    ['1:2:3:4:5:6:7:8:9', undefined],
    ['1:2:3:4:5:6:7:1.2.3.4', undefined],
    ['1.2.3.4', undefined],
    [':'.repeat(10_000), undefined],
  ])('reads $0 as $1', (text, expected) => {
    expect(digits(text)).toBe(expected);
  });
});

describe('mappedIpv4', () => {
  it.each([
    ['::ffff:203.0.113.7', 0xcb00_7107],
    ['::FFFF:cb00:7107', 0xcb00_7107],
    ['0:0:0:0:0:ffff:255.255.255.255', 0xffff_ffff],
    ['::203.0.113.7', -1],
    ['::1:ffff:cb00:7107', -1],
    ['1::ffff:cb00:7107', -1],
  ])('returns $1 for $0', (text, expected) => {
    expect(readIpv6(text)).toBe(true);
    expect(mappedIpv4()).toBe(expected);
  });
});
