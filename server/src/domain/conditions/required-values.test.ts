import type { ConditionTree } from '@waypost/contract/conditions/conditions.ts';
import { expect, it } from 'vitest';
import { fieldReader, requiredValues } from './required-values.ts';

const leaf = (field: string, op: string, ...values: (string | number | boolean)[]) =>
  ({ field, op, values }) as ConditionTree;
const country = leaf('country', 'is', 'DE', 'at');
const device = leaf('deviceType', 'is', 'mobile');
const required = (tree: ConditionTree | null) =>
  requiredValues(tree).map(({ field, values }) => [field, ...values]);

it.each<[string, ConditionTree | null, string[][]]>([
  ['no conditions', null, []],
  ['one comparison', country, [['country', 'de', 'at']]],
  [
    'a group in which all must match',
    { all: [country, { all: [device] }] },
    [
      ['country', 'de', 'at'],
      ['deviceType', 'mobile'],
    ],
  ],
  ['a group in which any may match', { any: [country, device] }, []],
  ['a negated comparison', { not: country }, []],
  ['a comparison that excludes values', leaf('country', 'isNot', 'DE'), []],
  ['a comparison of numbers', leaf('hourOfDay', 'is', 7), []],
  ['a comparison of an unknown field', leaf('nothing', 'is', 'x'), []],
  ['a group with parts that require nothing', { all: [{ not: device }, country] }, [['country', 'de', 'at']]],
])('requiredValues returns the required values of %s', (_, tree, expected) => {
  expect(required(tree)).toEqual(expected);
});

it('fieldReader rejects an unknown field', () => {
  expect(() => fieldReader('nothing', 'UTC')).toThrow('nothing');
  expect(fieldReader('country', 'UTC')).toBeTypeOf('function');
});
