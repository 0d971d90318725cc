import { panelGoalRulesInput } from '@waypost/contract/goals/goals.ts';
import { expect, it } from 'vitest';
import type { VersionedGoalRules } from '../../../lib/api/api.ts';
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
  postbackSuccessText: 'ok',
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
  expect(goalsFormSchema.format?.('rules', rules, new Map())).toBe(
    '1. Germany (off): Matches if country is DE. event 2, Sale',
  );
});

it('nextAction uses the lowest free event number, and returns undefined after 20 actions', () => {
  const [first] = newGoalRule({ rules: [] }).actions;
  if (first === undefined) throw new Error('expected an action');
  const numbered = (numbers: number[]) => nextAction(numbers.map((idx) => ({ ...first, idx })));
  expect(numbered([])).toMatchObject({ idx: 1, label: 'Conversion', isConversion: true });
  expect(numbered([1, 2, 4])).toMatchObject({ idx: 3, label: 'Event 3', isConversion: false });
  expect(numbered([2])).toMatchObject({ idx: 1, isConversion: true });
  expect(numbered(Array.from({ length: 19 }, (_, at) => at + 1))?.idx).toBe(20);
  expect(numbered(Array.from({ length: 20 }, (_, at) => at + 1))).toBeUndefined();
});

it('goalsFormSchema sends the IDs of saved rules, and no temporary keys', () => {
  const values = goalsFormSchema.read(goals);
  const { rules } = goalsFormSchema.write({ rules: [...values.rules, newGoalRule(values)] }) as {
    rules: { id?: string; actions: object[] }[];
  };
  expect(rules.map(({ id }) => id)).toEqual([goals.rules[0]?.id, undefined]);
  for (const rule of rules) for (const one of [rule, ...rule.actions]) expect(one).not.toHaveProperty('key');
});
