import { countryCodes } from '@waypost/contract/values/country.ts';
import { expect, it } from 'vitest';
import { countryName, countryOptions } from './country-names.ts';

it.each([
  ['DE', 'Germany'],
  ['US', 'United States'],
  // Codes that the contract does not know are shown unchanged, because visits can contain them.
  ['unknown', 'unknown'],
  ['', ''],
  ['D', 'D'],
])('countryName of "%s" is "%s"', (code, name) => {
  expect(countryName(code)).toBe(name);
});

it('countryOptions lists every country once with its name and code, sorted by name', () => {
  expect(countryOptions.map(({ value }) => value).toSorted()).toEqual([...countryCodes].toSorted());
  expect(countryOptions.filter(({ value, label }) => label.startsWith(value))).toEqual([]);
  const labels = countryOptions.map(({ label }) => label);
  // Names with accents are not sorted to the end of the list.
  expect(labels.findIndex((label) => label.endsWith('(AX)'))).toBeLessThan(labels.indexOf('Albania (AL)'));
  expect(labels[0]).toBe('Afghanistan (AF)');
  expect(labels.at(-1)).toBe('Zimbabwe (ZW)');
});
