import type { GoalRule, GoalRulesInput } from '@waypost/contract/goals.ts';

/** The input as a read would answer it: the place in the list is the priority, and actions are in the order of their idx. */
export function buildGoalRules({ rules }: GoalRulesInput, makeId: () => string): GoalRule[] {
  return rules.map(({ id, enabled, label, conditions, actions }, index) => ({
    id: id ?? makeId(),
    priority: index + 1,
    enabled,
    label,
    conditions,
    actions: actions.toSorted((one, other) => one.idx - other.idx),
  }));
}
