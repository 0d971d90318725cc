import { parseAddress } from '@waypost/contract/conditions/address.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAddress } from './format-address.ts';
import { readPlainIpv4 } from './read-plain-ipv4.ts';

describe('a plain IPv4 address', () => {
  it('is the number that it is elsewhere, for every address', () => {
    fc.assert(
      fc.property(fc.nat(0xffffffff), (number) => {
        expect(readPlainIpv4(formatAddress(number))).toBe(number);
      }),
    );
  });

  it('is nothing that is no address, or one in another spelling', () => {
    const piece = fc.constantFrom('0', '00', '01', '9', '10', '255', '256', '999', '', '.', ' ', 'a', ':');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), fc.constantFrom('.', ''), (pieces, separator) => {
        const text = pieces.join(separator);
        const parsed = text.includes(':') ? undefined : parseAddress(text);
        expect([text, readPlainIpv4(text)]).toEqual([text, parsed ?? -1]);
      }),
      { numRuns: 2_000 },
    );
  });
});
