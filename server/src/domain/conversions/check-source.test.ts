import { describe, expect, it } from 'vitest';
import { checkSource } from './check-source.ts';

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
  ])('with the allowed addresses %j and the sender %s, returns %s', (list, address, expected) => {
    expect(check(list, address)).toBe(expected);
  });

  it.each<[[string, string][], string]>([
    [[['token', 'secret']], 'allowed'],
    [[['TOKEN', 'secret']], 'allowed'],
    [[['token', 'Secret']], 'wrong-token'],
    [[['key', 'secret']], 'wrong-token'],
    [[], 'wrong-token'],
  ])('with a required token and the parameters %j, returns %s', (params, expected) => {
    const rules = { postbackIps: [], tokenHash: 'hash of secret' };
    expect(checkSource(rules, { address: '', incoming: { params: new Map(params) } }, hash)).toBe(expected);
  });
});
