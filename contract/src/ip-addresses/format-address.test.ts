import { parseAddress } from './parse-address.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAddress } from './format-address.ts';

const hex = (values: number[]) => values.map((value) => value.toString(16).padStart(4, '0')).join('');
// Generates zero groups often, because the short notation replaces only runs of zero groups.
const groups = fc.array(fc.oneof(fc.constant(0), fc.nat(0xffff)), { minLength: 8, maxLength: 8 });

describe('formatAddress', () => {
  it('formats IPv4 addresses with four decimal numbers', () => {
    fc.assert(
      fc.property(fc.ipV4(), (text) => {
        expect(formatAddress(parseAddress(text) ?? '')).toBe(text);
      }),
    );
  });

  it('formats IPv6 addresses as the URL parser does', () => {
    fc.assert(
      fc.property(groups, (values) => {
        const { hostname } = new URL(`http://[${values.map((value) => value.toString(16)).join(':')}]/`);
        expect(`[${formatAddress(hex(values))}]`).toBe(hostname);
      }),
      { numRuns: 1_000 },
    );
  });

  it('formats every IPv6 address as text that is parsed to the same address', () => {
    fc.assert(
      fc.property(fc.ipV6(), (text) => {
        const address = parseAddress(text);
        expect(parseAddress(formatAddress(address ?? ''))).toBe(address);
      }),
    );
  });

  it.each([
    ['0'.repeat(32), '::'],
    [`${'0'.repeat(31)}1`, '::1'],
    [`2001${'0'.repeat(28)}`, '2001::'],
    ['20010db8000000010000000000000000', '2001:db8:0:1::'],
    ['20010db8000000000001000000000001', '2001:db8::1:0:0:1'],
    ['20010db8000000010001000100010001', '2001:db8:0:1:1:1:1:1'],
  ])('formats %s as %s', (digits, text) => {
    expect(formatAddress(digits)).toBe(text);
  });
});
