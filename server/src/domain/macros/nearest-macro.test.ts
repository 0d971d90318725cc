import { macroSpellings } from '@waypost/contract/macros.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countSlips, nearestMacro } from './nearest-macro.ts';

describe('a near-miss of a known macro', () => {
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
  ])('{%s} is one of {%s}', (written, known) => {
    expect(nearestMacro(written)).toBe(known);
  });

  // Macros of sources and networks, which people paste on purpose.
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
  ])('{%s} is none', (written) => {
    expect(nearestMacro(written)).toBeUndefined();
  });

  it('has what is known as the nearest of itself', () => {
    for (const spelling of macroSpellings) expect(nearestMacro(spelling)).toBe(spelling);
  });
});

it('the number of slips is the same in both directions, 0 for equals and never more than the longer text', () => {
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
