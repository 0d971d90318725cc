import { formatAddress } from '@waypost/contract/ip-addresses/format-address.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keepAddress } from './keep-address.ts';

describe('keepAddress', () => {
  it.each([
    ['203.0.113.77', 'full', '203.0.113.77'],
    ['203.0.113.77', 'truncated', '203.0.113.0'],
    ['203.0.113.77', 'none', ''],
    ['2001:db8:a:b:c:d:e:f', 'full', '2001:db8:a:b:c:d:e:f'],
    ['2001:db8:a:b:c:d:e:f', 'truncated', '2001:db8:a::'],
    ['2001:db8:a::1', 'truncated', '2001:db8:a::'],
    ['2001:db8::1', 'truncated', '2001:db8::'],
    ['2001:db8:0:1::1', 'truncated', '2001:db8::'],
    ['2001:0:a:b::1', 'truncated', '2001:0:a::'],
    ['::1', 'truncated', '::'],
    ['::ffff:203.0.113.77', 'truncated', '203.0.113.0'],
    ['2001:db8:a::1', 'none', ''],
    ['no address', 'full', 'no address'],
    ['no address', 'truncated', ''],
    ['no address.', 'truncated', ''],
    ['::no address', 'truncated', ''],
    ['no address', 'none', ''],
    ['', 'truncated', ''],
  ] as const)('stores %j with the setting %s as %j', (address, privacy, kept) => {
    expect(keepAddress(address, privacy)).toBe(kept);
  });

  it('keeps 48 bits of any IPv6 address', () => {
    const group = fc
      .oneof(fc.constant(0), fc.nat(0xffff))
      .map((value) => value.toString(16).padStart(4, '0'));
    fc.assert(
      fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), (groups) => {
        const network = groups.slice(0, 3).join('').padEnd(32, '0');
        expect(keepAddress(formatAddress(groups.join('')), 'truncated')).toBe(formatAddress(network));
      }),
    );
  });
});
