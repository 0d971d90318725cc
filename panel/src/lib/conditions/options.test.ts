import { goalFields, rotatorFields } from '@waypost/contract/conditions/conditions.ts';
import { expect, it } from 'vitest';
import { closedOptions, fieldOptions, newLeaf, operatorOptions, readLines, readOperator } from './options.ts';

it.each([
  ['country', rotatorFields],
  ['event', goalFields],
])('fieldOptions offers every field once, and newLeaf starts with %s', (first, fields) => {
  const offered = fieldOptions(fields).flatMap(({ items }) => items.map(({ value }) => value));
  expect(offered.toSorted()).toEqual(Object.keys(fields).toSorted());
  expect(newLeaf(fields)).toMatchObject({ field: first, op: 'is', values: [] });
});

it('operatorOptions offers a negation only for operators without an opposite', () => {
  const values = operatorOptions(rotatorFields.token1.operators).map(({ value }) => value);
  expect(values).toContain('not contains');
  expect(values).not.toContain('not is');
  expect(readOperator('not contains')).toEqual({ op: 'contains', isNot: true });
});

it('the field, operator and value of a uniqueness condition form a sentence', () => {
  const labelOf = (options: readonly { value: string; label: string }[], value: string) =>
    options.find((option) => option.value === value)?.label;
  const fields = fieldOptions(rotatorFields).flatMap(({ items }) => items);
  const operators = operatorOptions(rotatorFields.unique.operators, 'unique');
  const values = closedOptions(rotatorFields, 'unique') ?? [];
  expect(
    [labelOf(fields, 'unique'), labelOf(operators, 'isNot'), labelOf(values, 'campaign')].join(' '),
  ).toBe('Visitor is not new to the campaign');
});

it('readLines reads pasted countries by code or name, and other text line by line', () => {
  const countries = closedOptions(rotatorFields, 'country');
  expect(readLines('de, Austria;\nFR\n\nde', countries)).toEqual(['DE', 'AT', 'FR']);
  expect(readLines('Mozilla/5.0 (X11; Linux), a\r\nb\n', undefined)).toEqual([
    'Mozilla/5.0 (X11; Linux), a',
    'b',
  ]);
});
