import { panelGoalRulesInput } from '@waypost/contract/goals.ts';
import { expect, it } from 'vitest';
import type { VersionedGoalRules } from '../../../lib/api.ts';
import { goalsFormSchema, newGoalRule, nextAction, type ActionValues } from './goals-form-schema.ts';

const action = {
  idx: 2,
  label: 'Sale',
  enabled: true,
  payoutType: 'fixed',
  payoutFixed: 12.5,
  costType: 'share',
  costFixed: null,
  costShare: 0.3,
  postbackUrl: 'https://ads.example/?id={externalid}',
  postbackEnabled: true,
  storeValue: false,
  isConversion: true,
  affectsCost: true,
  affectsRevenue: true,
  from: 'network',
  postbackOn: ['first', 'refunded'],
  postbackMethod: 'POST',
  postbackHeaders: [{ name: 'x-key', value: '1' }],
  postbackBody: '{}',
} as const;
const goals = {
  version: 4,
  rules: [
    {
      id: '0198c5a2-7b1e-7c3d-9e4f-000000000001',
      priority: 1,
      enabled: false,
      label: 'Germany',
      conditions: { field: 'country', op: 'is', values: ['DE'] },
      actions: [action],
    },
  ],
} as unknown as VersionedGoalRules;

it('goalsFormSchema writes the rules back unchanged, without their priorities', () => {
  const [rule] = goals.rules;
  const { priority: _, ...writable } = rule ?? {};
  expect(goalsFormSchema.write(goalsFormSchema.read(goals))).toEqual({ rules: [writable] });
});

it('goalsFormSchema drops amounts and request settings that no longer apply', () => {
  const values = goalsFormSchema.read(goals);
  const [rule] = values.rules;
  const [only] = rule?.actions ?? [];
  const changed = { ...only, payoutType: 'auto', costType: 'none', postbackUrl: ' ' } as ActionValues;
  const written = goalsFormSchema.write({ rules: [{ ...newGoalRule(values), ...rule, actions: [changed] }] });
  expect(panelGoalRulesInput.safeParse({ ...written }).error).toBeUndefined();
  expect(written.rules).toMatchObject([
    { actions: [{ payoutFixed: null, costShare: null, postbackUrl: null, postbackMethod: 'GET' }] },
  ]);
});

it('newGoalRule and nextAction create rules and actions that pass validation', () => {
  const rule = newGoalRule({ rules: [] });
  const second = nextAction(rule.actions);
  if (second === undefined) throw new Error('expected another action');
  expect(second).toMatchObject({ idx: 2, isConversion: false });
  const written = goalsFormSchema.write({ rules: [{ ...rule, actions: [...rule.actions, second] }] });
  expect(panelGoalRulesInput.safeParse(written).error).toBeUndefined();
});

it('goalsFormSchema reports an invalid amount at its field', () => {
  const rule = newGoalRule({ rules: [] });
  const actions = rule.actions.map((one) => ({ ...one, payoutType: 'fixed' as const, payoutFixed: 'ten' }));
  const { error } = goalsFormSchema.schema.safeParse(
    goalsFormSchema.write({ rules: [{ ...rule, actions }] }),
  );
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['rules.0.actions.0.payoutFixed']);
});

it('goalsFormSchema summarizes rules for comparison', () => {
  const { rules } = goalsFormSchema.read(goals);
  expect(goalsFormSchema.say?.('rules', rules, new Map())).toBe(
    '1. Germany (off): Matches if country is DE. event 2, Sale',
  );
});
