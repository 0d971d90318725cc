import { describe, expect, it } from 'vitest';
import { countryCode, countryCodes } from './country.ts';

describe('countryCode', () => {
  it('knows the 249 codes that are assigned, each a country to the platform too', () => {
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
    expect(countryCodes.size).toBe(249);
    expect([...countryCodes].filter((code) => names.of(code) === undefined)).toEqual([]);
  });

  it.each([
    ['de', 'DE'],
    [' us ', 'US'],
    ['Gb', 'GB'],
  ])('reads %j as %s', (given, code) => {
    expect(countryCode.parse(given)).toBe(code);
  });

  it.each(['UK', 'EU', 'XX', 'ZZ', 'AA', 'D', 'DEU', '', '12', 'ß'])('refuses %j', (given) => {
    expect(countryCode.safeParse(given).success).toBe(false);
  });
});
