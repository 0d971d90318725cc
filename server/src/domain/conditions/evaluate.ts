import type { CompiledConditions } from './compile-conditions.ts';
import type { ConditionFacts } from './facts.ts';

/** Whether conditions hold; it asks for no fact that cannot change the answer any more. */
export function evaluate(conditions: CompiledConditions, facts: ConditionFacts): boolean {
  return conditions(facts);
}
