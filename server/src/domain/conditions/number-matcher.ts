import type { ConditionOperator, ConditionValues } from '@waypost/contract/conditions.ts';
import { orderMatcher } from './order-matcher.ts';
import type { LeafInput, LeafMatcher } from './read-input.ts';

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;

/** Numbers, and text that writes one out in decimals; anything else is below, above and equal to nothing. */
export function numberMatcher(op: ConditionOperator, values: ConditionValues): LeafMatcher {
  if (op === 'is') {
    const members = new Set<LeafInput>(values);
    return (input) => members.has(toNumber(input) ?? input);
  }
  const test = orderMatcher(op, values.map(Number), (left, right) => left - right);
  return (input) => {
    const number = toNumber(input);
    return number !== undefined && test(number);
  };
}

function toNumber(input: LeafInput): number | undefined {
  if (typeof input === 'number') return input;
  return typeof input === 'string' && decimal.test(input.trim()) ? Number(input) : undefined;
}
