import { isIPv6 } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPublicIpv4, isPublicIpv6 } from './is-public.ts';
import { readIpv4, readIpv6Upper, unmapIpv4, upperWords } from './read-address.ts';

function words(text: string): string | undefined {
  if (!readIpv6Upper(text)) return undefined;
  return [upperWords.first, upperWords.second].map((word) => word.toString(16).padStart(8, '0')).join('');
}

describe('IP addresses', () => {
  it('are read as IPv4 if they are valid', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xff_ff_ff_ff }), (value) => {
        const text = [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255].join('.');
        expect(readIpv4(text)).toBe(value);
      }),
    );
    for (const text of [
      '',
      '1',
      '1.2.3',
      '1.2.3.',
      '.1.2.3',
      '1..2.3',
      '1.2.3.4.5',
      '256.1.1.1',
      '1.2.3.4 ',
      'a.b.c.d',
    ])
      expect(readIpv4(text), text).toBe(-1);
  });

  it('are accepted as IPv6 if and only if Node accepts them', () => {
    const group = fc.oneof(
      fc.constant(''),
      fc.integer({ min: 0, max: 0x1_ff_ff }).map((value) => value.toString(16)),
    );
    fc.assert(
      fc.property(fc.array(group, { minLength: 1, maxLength: 10 }), (groups) => {
        const text = groups.join(':');
        expect(readIpv6Upper(text), text).toBe(isIPv6(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['2001:db8:1:2:3:4:5:6', '20010db800010002'],
    ['2001:DB8::1', '20010db800000000'],
    ['2001::2:3:4:5:6:7', '2001000000020003'],
    ['::1', '0000000000000000'],
    ['1::', '0001000000000000'],
    ['::2:3:4:5:6:7:8', '0000000200030004'],
    ['fe80::1%eth0', undefined],
    ['1:2:3:4:5:6:7:8:9', undefined],
    [':'.repeat(10_000), undefined],
  ])('are reduced to their upper 64 bits: %s', (text, expected) => {
    expect(words(text)).toBe(expected);
  });

  it('are unmapped from IPv6 to IPv4', () => {
    expect(unmapIpv4('::ffff:203.0.113.7')).toBe('203.0.113.7');
    expect(unmapIpv4('::FFFF:cb00:7107')).toBe('203.0.113.7');
    expect(unmapIpv4('2001:db8::1')).toBe('2001:db8::1');
    expect(unmapIpv4('::1')).toBe('::1');
  });

  it.each([
    ['8.8.8.8', true],
    ['9.255.255.255', true],
    ['10.0.0.1', false],
    ['11.0.0.0', true],
    ['100.63.255.255', true],
    ['100.64.0.1', false],
    ['100.128.0.0', true],
    ['127.0.0.1', false],
    ['169.254.1.1', false],
    ['172.15.255.255', true],
    ['172.16.0.1', false],
    ['172.31.255.255', false],
    ['172.32.0.0', true],
    ['192.168.1.1', false],
    ['192.169.0.0', true],
    ['223.255.255.255', true],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['0.0.0.0', false],
  ])('are recognized as public or not: %s is %s', (text, expected) => {
    expect(isPublicIpv4(readIpv4(text))).toBe(expected);
  });

  it.each([
    ['2a02:8109::1', true],
    ['3fff::1', true],
    ['::1', false],
    ['fc00::1', false],
    ['fe80::1', false],
    ['ff02::1', false],
  ])('are recognized as public or not: %s is %s', (text, expected) => {
    expect(readIpv6Upper(text)).toBe(true);
    expect(isPublicIpv6(upperWords.first)).toBe(expected);
  });
});
