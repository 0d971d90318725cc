import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressMatcher } from './address-matcher.ts';

function toText(address: number): string {
  return [24, 16, 8, 0].map((bits) => (address >>> bits) & 255).join('.');
}

describe('addressMatcher', () => {
  it('finds an address in overlapping, adjacent and repeated ranges', () => {
    const near = fc.nat(60).map((offset) => 0x0a0000ff + offset);
    const range = fc.tuple(near, near).map(([a, b]): [number, number] => [Math.min(a, b), Math.max(a, b)]);
    fc.assert(
      fc.property(fc.array(range, { minLength: 1, maxLength: 8 }), near, (ranges, address) => {
        const matcher = addressMatcher(
          'in',
          ranges.map(([from, to]) => `${toText(from)}-${toText(to)}`),
        );
        const expected = ranges.some(([from, to]) => from <= address && address <= to);
        expect(matcher(toText(address))).toBe(expected);
        expect(matcher(`::ffff:${toText(address)}`)).toBe(expected);
      }),
    );
  });

  it('finds an IPv6 address in networks', () => {
    const group = fc.constantFrom(0, 1, 0x8000, 0xffff);
    const groups = fc.array(group, { minLength: 8, maxLength: 8 });
    const text = (list: number[]) => list.map((part) => part.toString(16)).join(':');
    const number = (list: number[]) => list.reduce((sum, part) => (sum << 16n) | BigInt(part), 0n);
    fc.assert(
      fc.property(groups, groups, fc.nat(128), (base, address, bits) => {
        const host = 128n - BigInt(bits);
        const expected = number(base) >> host === number(address) >> host;
        // IPv4-mapped addresses count as IPv4 and never match an IPv6 network.
        fc.pre(number(address) >> 32n !== 0xffffn && number(base) >> 32n !== 0xffffn);
        expect(addressMatcher('in', [`${text(base)}/${bits}`])(text(address))).toBe(expected);
      }),
    );
  });

  it('matches no IPv6 address with an IPv4 range, except IPv4-mapped addresses', () => {
    const matcher = addressMatcher('in', ['0.0.0.0/0']);
    expect([matcher('1.2.3.4'), matcher('::ffff:1.2.3.4'), matcher('::1.2.3.4'), matcher('::1')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
