import type { ConditionOperator } from '@waypost/contract/conditions.ts';

/** `lt` and `gt` leave their value out, `between` takes both of its ends in. */
export function orderMatcher<Value>(
  op: ConditionOperator,
  [low, high]: readonly Value[],
  compare: (left: Value, right: Value) => number,
): (value: Value) => boolean {
  if (low === undefined) return () => false;
  if (op === 'lt') return (value) => compare(value, low) < 0;
  if (op === 'gt') return (value) => compare(value, low) > 0;
  if (high === undefined) return () => false;
  return (value) => compare(value, low) >= 0 && compare(value, high) <= 0;
}
