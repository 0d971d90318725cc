import { expect, it } from 'vitest';
import type { ConditionTree } from '../conditions/conditions.ts';
import { findRuleWarnings } from './rule-warnings.ts';

const paths = new Set(['p']);
const is = (field: string, ...values: (string | number | boolean)[]): ConditionTree => ({
  field,
  op: 'is',
  values,
});
const isNot = (field: string, ...values: string[]): ConditionTree => ({ field, op: 'isNot', values });

function warn(...conditions: (ConditionTree | null)[]): string[] {
  const rules = conditions.map((tree, at) => ({
    name: `R${at + 1}`,
    enabled: true,
    conditions: tree,
    paths: [{ pathId: 'p', weight: 1 }],
  }));
  return findRuleWarnings(rules, paths).map(({ path, message }) => `${path}: ${message}`);
}

it.each<[string, ConditionTree]>([
  ['two countries at once', { all: [is('country', 'DE'), is('country', 'AT')] }],
  ['a country that is excluded', { all: [is('country', 'de', 'AT'), isNot('country', 'DE', 'AT')] }],
  ['a condition and its opposite', { all: [is('os', 'iOS'), { not: is('os', 'ios') }] }],
  [
    'hours that do not overlap',
    {
      all: [
        { field: 'hourOfDay', op: 'lt', values: [6] },
        { field: 'hourOfDay', op: 'between', values: [8, 20] },
      ],
    },
  ],
  ['a flag that is neither true nor false', { all: [{ not: is('bot', true) }, { not: is('bot', false) }] }],
  [
    'a value that is both set and empty',
    {
      all: [
        { field: 'token1', op: 'isSet', values: [] },
        { field: 'token1', op: 'isEmpty', values: [] },
      ],
    },
  ],
  [
    'alternatives that all contradict another condition',
    {
      all: [
        is('country', 'DE'),
        { any: [is('country', 'AT'), { all: [is('os', 'iOS'), isNot('country', 'DE')] }] },
      ],
    },
  ],
])('findRuleWarnings warns about a rule that can never match: %s', (_, tree) => {
  expect(warn(tree)).toEqual([
    'rules.0.conditions: no visitor can match this rule because its conditions exclude each other',
  ]);
});

it.each<[string, ConditionTree]>([
  ['alternatives', { any: [is('country', 'DE'), is('country', 'AT')] }],
  [
    'hours in two time zones',
    {
      all: [
        { field: 'hourOfDay', op: 'is', values: [3], timezone: 'Europe/Berlin' },
        { field: 'hourOfDay', op: 'is', values: [4], timezone: 'Asia/Tokyo' },
      ],
    },
  ],
  ['a version written in two ways', { all: [is('osVersion', '10'), is('osVersion', '10.0')] }],
  [
    'a visitor who is new to the campaign but known to the workspace',
    { all: [is('unique', 'campaign'), isNot('unique', 'workspace')] },
  ],
])('findRuleWarnings does not warn about %s', (_, tree) => {
  expect(warn(tree)).toEqual([]);
});

it('findRuleWarnings names an earlier rule that matches all visitors of a later one', () => {
  const mobile = { all: [is('country', 'DE'), is('deviceType', 'mobile')] };
  expect(warn(is('country', 'DE', 'AT'), mobile)).toEqual([
    'rules.1.conditions: no visitor reaches this rule because rule 1 (R1) matches all of its visitors first',
  ]);
  expect(warn(mobile, is('country', 'DE', 'AT'))).toEqual([]);
});

it('findRuleWarnings finds rules hidden by several others, and rules that match all visitors', () => {
  expect(warn(is('country', 'DE'), is('country', 'AT'), is('country', 'DE', 'AT'))).toEqual([
    'rules.2.conditions: no visitor reaches this rule because the rules above match all of its visitors first',
  ]);
  expect(warn(null)).toEqual([
    'rules.0.conditions: this rule matches all visitors, so the default path gets none',
  ]);
  expect(warn(is('bot', true), is('bot', false))).toEqual([
    'rules.1.conditions: together with the rules above, this rule matches all visitors, so the default path gets none',
  ]);
  expect(warn(null, is('country', 'DE'))).toEqual([
    'rules.0.conditions: this rule matches all visitors, so the rules below and the default path get none',
    'rules.1.conditions: no visitor reaches this rule because rule 1 (R1) matches all of its visitors first',
  ]);
});

it('findRuleWarnings skips disabled rules and warns about rules with disabled paths', () => {
  const rule = { name: 'R', enabled: true, conditions: null, paths: [{ pathId: 'p', weight: 1 }] };
  expect(findRuleWarnings([{ ...rule, enabled: false }], paths)).toEqual([]);
  const german = { ...rule, conditions: is('country', 'DE') };
  expect(findRuleWarnings([rule, german], new Set())).toMatchObject([
    { path: 'rules.0.paths' },
    { path: 'rules.0.conditions' },
    { path: 'rules.1.paths' },
  ]);
});

it('findRuleWarnings stops checks that take too long and still reports simple cases', () => {
  const large = (at: number): ConditionTree => ({
    any: Array.from({ length: 60 }, (_, part) => ({
      all: [is('token1', `z${at}-${part}`), is('token2', `y${part}`), is('city', `c${part}`)],
    })),
  });
  const rules = Array.from({ length: 98 }, (_, at) => large(at));
  const never = { all: [is('country', 'DE'), is('country', 'AT')] };
  expect(warn(never, ...rules)).toEqual([
    'rules.0.conditions: no visitor can match this rule because its conditions exclude each other',
  ]);
});
