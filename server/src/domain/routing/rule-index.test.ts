import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ConditionTree } from '@waypost/contract/conditions/conditions.ts';
import { compileConditions, type ConditionFacts } from '../conditions/index.ts';
import { candidates, indexRules } from './rule-index.ts';

const values = {
  country: ['DE', 'FR', 'US', 'unknown'],
  deviceType: ['mobile', 'desktop'],
  token1: ['a', 'B'],
};
type Field = keyof typeof values;

const leaf: fc.Arbitrary<ConditionTree> = fc
  .constantFrom<Field>('country', 'deviceType', 'token1')
  .chain((field) =>
    fc.record({
      field: fc.constant<string>(field),
      op: fc.constantFrom('is' as const, 'isNot' as const),
      values: fc.subarray(values[field], { minLength: 1 }),
    }),
  );

const { tree } = fc.letrec<{ tree: ConditionTree }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.record({ all: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ any: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ not: tie('tree') }),
  ),
}));

const facts = fc.record(
  {
    country: fc.constantFrom('DE', 'fr', 'US', 'XX'),
    deviceType: fc.constantFrom('mobile', 'desktop', 'tv'),
    token1: fc.constantFrom('A', 'b', ''),
  },
  { requiredKeys: [] },
);

function factsOf(given: Partial<Record<Field, string>>): ConditionFacts {
  return {
    timeMs: 0,
    value: (field) => given[field as Field],
    param: () => undefined,
    isUnique: () => true,
  };
}

it('a rule index finds the same rule as checking all rules in order', () => {
  fc.assert(
    fc.property(
      fc.array(fc.option(tree), { maxLength: 12 }),
      fc.array(facts, { maxLength: 10 }),
      (trees, visits) => {
        const rules = trees.map((conditions, at) => ({
          rule: { at, matches: compileConditions(conditions, { timezone: 'UTC' }) },
          conditions,
        }));
        const index = indexRules(rules, 'UTC');
        for (const visit of visits.map(factsOf)) {
          const expected = rules.find(({ rule }) => rule.matches(visit))?.rule.at;
          expect(candidates(index, visit).find(({ matches }) => matches(visit))?.at).toBe(expected);
        }
      },
    ),
    { numRuns: 2_000 },
  );
});

it('a rule index returns only rules that require the value and rules that do not depend on it', () => {
  const conditions = (country: string): ConditionTree => ({
    all: [
      { field: 'country', op: 'is', values: [country] },
      { field: 'deviceType', op: 'is', values: ['mobile'] },
    ],
  });
  const other: ConditionTree = { field: 'token1', op: 'contains', values: ['x'] };
  const rules = ['DE', 'FR', 'US', 'IT'].map((country) => ({
    rule: country,
    conditions: conditions(country),
  }));
  const index = indexRules([...rules, { rule: 'other', conditions: other }], 'UTC');
  expect(candidates(index, factsOf({ country: 'fr' }))).toEqual(['FR', 'other']);
  expect(candidates(index, factsOf({ country: 'JP' }))).toEqual(['other']);
});
