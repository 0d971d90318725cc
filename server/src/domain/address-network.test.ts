import { describe, expect, it } from 'vitest';
import { networkOf } from './address-network.ts';

describe('networkOf', () => {
  it.each([
    ['203.0.113.77', '203.0.113.77/32'],
    ['::ffff:203.0.113.77', '203.0.113.77/32'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['::1', '::/64'],
  ])('returns the network of %s as %s', (address, network) => {
    expect(networkOf(address, { ipv4: 32, ipv6: 64 })).toBe(network);
  });

  it('keeps the given number of bits', () => {
    expect(networkOf('203.0.113.77', { ipv4: 24, ipv6: 48 })).toBe('203.0.113.0/24');
    expect(networkOf('2001:db8:1:2:3:4:5:6', { ipv4: 24, ipv6: 48 })).toBe('2001:db8:1::/48');
  });

  it.each(['', 'unknown', 'fe80::1%eth0', '1.2.3.4.5'])('returns undefined for %j', (text) => {
    expect(networkOf(text, { ipv4: 32, ipv6: 64 })).toBeUndefined();
  });
});
