import { ipv6Word, readIpv4, readIpv6 } from '@waypost/contract/ip-addresses/read-address.ts';
import { expect, it } from 'vitest';
import { isPublicIpv4, isPublicIpv6 } from './is-public.ts';

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
])('isPublicIpv4: %s is %s', (text, expected) => {
  expect(isPublicIpv4(readIpv4(text))).toBe(expected);
});

it.each([
  ['2a02:8109::1', true],
  ['3fff::1', true],
  ['::1', false],
  ['fc00::1', false],
  ['fe80::1', false],
  ['ff02::1', false],
])('isPublicIpv6: %s is %s', (text, expected) => {
  expect(readIpv6(text)).toBe(true);
  expect(isPublicIpv6(ipv6Word(0))).toBe(expected);
});
