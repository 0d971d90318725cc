import { macroSpellings } from '@waypost/contract/visits/macros.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countSlips, nearestMacro } from './nearest-macro.ts';

describe('nearestMacro', () => {
  it.each([
    ['clikid', 'clickid'],
    ['clickd', 'clickid'],
    ['clcikid', 'clickid'],
    ['Click-ID', 'clickid'],
    ['externlid', 'externalid'],
    ['extrenalid', 'externalid'],
    ['externld', 'externalid'],
    ['token99', 'token9'],
    ['token', 'token1'],
    ['tokn3', 'token3'],
    ['token1:row', 'token1'],
    ['payuot', 'payout'],
    ['citty', 'city'],
    ['lndingi', 'landingid'],
    ['contry', 'country'],
  ])('returns {%s} as a typo of {%s}', (written, known) => {
    expect(nearestMacro(written)).toBe(known);
  });

  // These macros belong to sources and networks, and people paste them on purpose.
  it.each([
    'sorcei',
    'zoneid',
    'bannerid',
    'keyword',
    'gclid',
    'adgroupid',
    'creative',
    'host',
    'id',
    'bid',
    'sub1',
    'x',
  ])('returns nothing for {%s}', (written) => {
    expect(nearestMacro(written)).toBeUndefined();
  });

  it('returns known spellings unchanged', () => {
    for (const spelling of macroSpellings) expect(nearestMacro(spelling)).toBe(spelling);
  });
});

it('countSlips is symmetric, 0 for equal texts and at most the length of the longer text', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 7 });
  fc.assert(
    fc.property(text, text, (one, other) => {
      const slips = countSlips(one, other);
      expect(slips).toBe(countSlips(other, one));
      expect(slips === 0).toBe(one === other);
      if (slips !== Infinity) expect(slips).toBeLessThanOrEqual(Math.max(one.length, other.length));
    }),
  );
});
