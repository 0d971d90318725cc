import { describe, expect, it } from 'vitest';
import { countryCode, countryCodes } from './country.ts';

describe('countryCode', () => {
  it('accepts exactly the 249 assigned codes', () => {
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
    expect(countryCodes.size).toBe(249);
    expect([...countryCodes].filter((code) => names.of(code) === undefined)).toEqual([]);
  });

  it.each([
    ['de', 'DE'],
    [' us ', 'US'],
    ['Gb', 'GB'],
  ])('normalizes %j to %s', (given, code) => {
    expect(countryCode.parse(given)).toBe(code);
  });

  it.each(['UK', 'EU', 'XX', 'ZZ', 'AA', 'D', 'DEU', '', '12', 'ß'])('rejects %j', (given) => {
    expect(countryCode.safeParse(given).success).toBe(false);
  });
});
