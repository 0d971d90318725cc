import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCookie } from './read-cookie.ts';

describe('readCookie', () => {
  it.each([
    ['wpv=1', '1'],
    ['a=2; wpv=1; b=3', '1'],
    ['a=2;wpv=1;b=3', '1'],
    ['a=2; \twpv=1 ', '1'],
    ['wpv=', ''],
    ['wpv="1"', '1'],
    ['wpv="', '"'],
    ['wpv=a=b', 'a=b'],
    ['wpv=1; wpv=2', '1'],
    ['xwpv=0; wpv=1', '1'],
    ['wpvx=0; wpv=1', '1'],
    ['a=wpv=0; wpv=1', '1'],
    ['a=; wpv =0; wpv=1', '1'],
    [' wpv=1', '1'],
    [';;wpv=1', '1'],
  ])('finds the cookie in %j', (header, value) => {
    expect(readCookie(header, 'wpv')).toBe(value);
  });

  it.each([undefined, '', 'wpv', 'a=1', 'WPV=1', 'a=wpv=1', 'a= wpv=1', 'xwpv=1', 'wpvx=1', 'wpv;=1'])(
    'finds no cookie in %j',
    (header) => {
      expect(readCookie(header, 'wpv')).toBeUndefined();
    },
  );

  it('reads at most 8 KiB and ignores a value that exceeds the limit', () => {
    const filler = `a=${'x'.repeat(8_000)}; `;
    expect(readCookie(`${filler}wpv=1; ${filler}`, 'wpv')).toBe('1');
    expect(readCookie(`${filler}wpv=${'1'.repeat(500)}`, 'wpv')).toBeUndefined();
    expect(readCookie(`${filler}${filler}wpv=1`, 'wpv')).toBeUndefined();
    const rest = 8_192 - filler.length - 'wpv='.length;
    expect(readCookie(`${filler}wpv=${'1'.repeat(rest)};`, 'wpv')).toHaveLength(rest);
    expect(readCookie('x'.repeat(20_000), 'wpv')).toBeUndefined();
  });

  it('returns the same as splitting the header at semicolons', () => {
    const part = fc.constantFrom('wpv', '=', ';', ' ', 'x', '; wpv=', 'wpv=1', '\t');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
        const header = parts.join('');
        const pair = header
          .split(';')
          .map((text) => text.replace(/^[ \t]+/, ''))
          .find((text) => text.startsWith('wpv='));
        expect(readCookie(header, 'wpv')).toBe(pair?.slice(4).trim());
      }),
      { numRuns: 1_000 },
    );
  });
});
