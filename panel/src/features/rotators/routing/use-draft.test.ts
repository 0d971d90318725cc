import { describe, expect, it } from 'vitest';
import { noConditions } from '../../../lib/conditions/nodes.ts';
import { newPath, newRule, type RoutingValues } from './routing-form-schema.ts';
import { checkDraft } from './use-draft.ts';

const empty: RoutingValues = { defaultPathId: '', rules: [], paths: [] };
const path = newPath(empty);
const routing: RoutingValues = { defaultPathId: path.id, rules: [], paths: [path] };
const withRules = (...changes: Partial<RoutingValues['rules'][number]>[]): RoutingValues => ({
  ...routing,
  rules: changes.map((change) => ({ ...newRule(routing), ...change })),
});
const germans = {
  ...noConditions,
  children: [
    { field: 'country', op: 'is' as const, isNot: false, values: ['DE'], timezone: '', windowHours: '' },
  ],
};

describe('checkDraft', () => {
  it('returns the request body with the version, and no warnings for rules that can match', () => {
    const { draft, warnings } = checkDraft(withRules({ conditions: germans }), 7);
    expect(draft).toMatchObject({ version: 7, defaultPathId: path.id });
    expect(draft?.rules).toHaveLength(1);
    expect(warnings.size).toBe(0);
  });

  it.each([
    ['a name is missing', withRules({ name: ' ' })],
    ['a weight is not a number', withRules({ paths: [{ pathId: path.id, weight: 'many' }] })],
    ['a rule has no path', withRules({ paths: [] })],
    ['the default path is unknown', { ...routing, defaultPathId: 'new-other' }],
    ['there is no path', { ...empty, defaultPathId: path.id }],
  ])('returns no request body and no warnings if %s', (_, values) => {
    expect(checkDraft(values, 1)).toEqual({ draft: undefined, warnings: new Map() });
  });

  it('lists warnings by the position of the rule', () => {
    // The second rule takes every visitor, so the third can never match.
    const { warnings } = checkDraft(withRules({ conditions: germans }, {}, { conditions: germans }), 1);
    expect(new Set(warnings.keys())).toEqual(new Set([1, 2]));
    expect([...warnings.values()].flat()).not.toContain('');
  });
});
