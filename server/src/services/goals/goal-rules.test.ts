import { goalRulesInput } from '@waypost/contract/goals/goals.ts';
import { expect, it } from 'vitest';
import { buildGoalRules } from './goal-rules.ts';

const id = '0198c5a2-7b1e-7c3d-9e4f-5a6b7c8d9e01';

it('buildGoalRules sets priorities by list order and sorts actions by idx', () => {
  const given = goalRulesInput.parse({
    rules: [
      {
        label: 'New',
        priority: 7,
        conditions: null,
        actions: [
          { idx: 10, label: 'Ten' },
          { idx: 2, label: 'Two' },
        ],
      },
      { id, label: 'Kept', priority: 1, conditions: null, actions: [{ idx: 1, label: 'One' }] },
    ],
  });
  const rules = buildGoalRules(given, () => 'made');
  expect(rules.map((rule) => [rule.id, rule.label, rule.priority])).toEqual([
    ['made', 'New', 1],
    [id, 'Kept', 2],
  ]);
  expect(rules[0]?.actions.map(({ idx, label }) => [idx, label])).toEqual([
    [2, 'Two'],
    [10, 'Ten'],
  ]);
  expect(given.rules[0]?.actions.map(({ idx }) => idx)).toEqual([10, 2]);
});
