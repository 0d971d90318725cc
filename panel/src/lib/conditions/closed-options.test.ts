import { goalFields, rotatorFields } from '@waypost/contract/conditions/conditions.ts';
import { describe, expect, it } from 'vitest';
import { countryOptions } from '../format/country-names.ts';
import {
  closedOptions,
  formatAlways,
  offeredValues,
  operatorOf,
  operatorOptions,
  readLines,
  readOperator,
} from './options.ts';

const countries = closedOptions(rotatorFields, 'country') ?? [];

describe('closedOptions', () => {
  const valuesOf = (field: string) => closedOptions(rotatorFields, field)?.map(({ value }) => value);

  it.each([
    ['weekday', ['1', '2', '3', '4', '5', '6', '7']],
    ['bot', ['true', 'false']],
    ['unique', ['campaign', 'path', 'workspace']],
  ])('lists all values of %s', (field, values) => {
    expect(valuesOf(field)).toEqual(values);
  });

  it('lists 24 hours with labels from 00:00 to 23:00', () => {
    const labels = closedOptions(rotatorFields, 'hourOfDay')?.map(({ label }) => label);
    expect(labels).toHaveLength(24);
    expect([labels?.[0], labels?.[9], labels?.[23]]).toEqual(['00:00', '09:00', '23:00']);
  });

  it('offers the unknown country after all others', () => {
    expect(countries).toHaveLength(countryOptions.length + 1);
    expect(countries.at(-1)).toEqual({ value: 'unknown', label: 'Unknown' });
  });

  it('shows continents by name', () => {
    expect(closedOptions(rotatorFields, 'continent')?.find(({ value }) => value === 'OC')?.label).toBe(
      'Oceania',
    );
  });

  it.each(['token1', 'ip', 'date', 'param.utm', 'no-such-field'])('allows any text for %s', (field) => {
    expect(closedOptions(rotatorFields, field)).toBeUndefined();
  });
});

describe('readLines', () => {
  it.each(countryOptions.map(({ value, label }) => [value, label] as const))(
    'recognizes %s by code, name and label "%s", in any case',
    (code, label) => {
      const name = label.slice(0, -' (XX)'.length);
      for (const text of [code, code.toLowerCase(), name, name.toUpperCase(), label])
        expect(readLines(text, countries)).toEqual([code]);
    },
  );

  it('keeps text that is not an option, so that it can be corrected', () => {
    expect(readLines('DE\nAtlantis', countries)).toEqual(['DE', 'Atlantis']);
  });

  it.each([
    ['tabs', 'DE\tFR', ['DE', 'FR']],
    ['Windows line ends', 'DE\r\nFR\r\n', ['DE', 'FR']],
    ['empty lines and spaces', '  DE  \n\n , ,FR', ['DE', 'FR']],
    ['blank lines only', ' \n ', []],
  ])('reads options separated by %s', (_, text, values) => {
    expect(readLines(text, countries)).toEqual(values);
  });

  it('removes repeated lines of free text, but keeps case and separators', () => {
    expect(readLines('a;b\nA;b\na;b', undefined)).toEqual(['a;b', 'A;b']);
  });

  it('reads ten thousand pasted lines', () => {
    const lines = Array.from({ length: 10_000 }, (_, at) => `site-${at}`);
    expect(readLines(lines.join('\n'), undefined)).toEqual(lines);
  });
});

describe('operatorOptions', () => {
  const all = [...new Set(Object.values(rotatorFields).flatMap(({ operators }) => [...operators]))];

  it('returns a different label for every choice', () => {
    const labels = operatorOptions(all).map(({ label }) => label);
    expect(labels).not.toContain('');
    expect(new Set(labels).size).toBe(labels.length);
  });

  it('offers values that readOperator and operatorOf convert in both directions', () => {
    for (const { value } of operatorOptions(all)) {
      const leaf = { field: 'x', values: [], timezone: '', windowHours: '', ...readOperator(value) };
      expect(operatorOf(leaf)).toBe(value);
    }
  });
});

it('offeredValues suggests languages by name, and nothing for fields without known values', () => {
  expect(offeredValues('language')).toContainEqual({ value: 'de', label: 'German (de)' });
  expect(offeredValues('token1')).toEqual([]);
});

it('formatAlways names the postbacks or visits that a rule without conditions matches', () => {
  expect([formatAlways(goalFields), formatAlways(rotatorFields)]).toEqual([
    'all incoming postbacks',
    'all visits',
  ]);
});
