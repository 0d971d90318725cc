import { describe, expect, it } from 'vitest';
import { checkSource } from './check-source.ts';
import { keepAddress } from './keep-address.ts';

const hash = (text: string) => `hash of ${text}`;
const check = (postbackIps: string[], address: string) =>
  checkSource({ postbackIps, tokenHash: null }, { address, incoming: { params: new Map() } }, hash);

describe('checkSource', () => {
  it.each<[string[], string, string]>([
    [[], 'nonsense', 'allowed'],
    [['192.0.2.1'], '192.0.2.1', 'allowed'],
    [['192.0.2.1'], '192.0.2.2', 'wrong-address'],
    [['10.0.0.0/8', '192.0.2.0/24'], '192.0.2.255', 'allowed'],
    [['192.0.2.0/24'], '::ffff:192.0.2.9', 'allowed'],
    [['2001:db8::/32'], '2001:db8:ffff::1', 'allowed'],
    [['2001:db8::/32'], '192.0.2.1', 'wrong-address'],
    [['192.0.2.0/24'], '', 'wrong-address'],
  ])('with the list %j and the address %s: %s', (list, address, expected) => {
    expect(check(list, address)).toBe(expected);
  });

  it.each<[[string, string][], string]>([
    [[['token', 'secret']], 'allowed'],
    [[['TOKEN', 'secret']], 'allowed'],
    [[['token', 'Secret']], 'wrong-token'],
    [[['key', 'secret']], 'wrong-token'],
    [[], 'wrong-token'],
  ])('with the token in %j: %s', (params, expected) => {
    const rules = { postbackIps: [], tokenHash: 'hash of secret' };
    expect(checkSource(rules, { address: '', incoming: { params: new Map(params) } }, hash)).toBe(expected);
  });
});

describe('keepAddress', () => {
  it.each([
    ['192.0.2.77', 'full', '192.0.2.77'],
    ['192.0.2.77', 'truncated', '192.0.2.0'],
    ['2001:db8:1:2::3', 'truncated', '2001:db8:1:0:0:0:0:0'],
    ['no address', 'truncated', ''],
    ['192.0.2.77', 'none', ''],
    ['', 'truncated', ''],
  ] as const)('stores %s with the setting %s as %j', (address, privacy, kept) => {
    expect(keepAddress(address, privacy)).toBe(kept);
  });
});
