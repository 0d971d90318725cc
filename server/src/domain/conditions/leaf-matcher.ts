import type { ConditionField, ConditionLeaf } from '@waypost/contract/conditions/conditions.ts';
import { addressMatcher } from './address-matcher.ts';
import { numberMatcher, orderMatcher, versionMatcher } from './number-matcher.ts';
import { isBlank, type LeafMatcher } from './read-input.ts';
import { textMatcher } from './text-matcher.ts';

/** Compiles one condition. `isNot` and `isSet` are the exact opposites of `is` and `isEmpty`. */
export function leafMatcher(leaf: ConditionLeaf, field: ConditionField): LeafMatcher {
  if (leaf.op === 'isEmpty') return isBlank;
  if (leaf.op === 'isSet') return (input) => !isBlank(input);
  if (leaf.op !== 'isNot') return plainMatcher(leaf, field);
  const is = plainMatcher({ ...leaf, op: 'is' }, field);
  return (input) => !is(input);
}

function plainMatcher(leaf: ConditionLeaf, field: ConditionField): LeafMatcher {
  const { op, values } = leaf;
  switch (field.kind) {
    case 'number':
    case 'weekday':
    case 'hour':
      return numberMatcher(op, values);
    case 'text':
      return isOrdering(op) ? numberMatcher(op, values) : textMatcher(op, values);
    case 'choice':
    case 'country':
    case 'id':
      return textMatcher(op, values);
    case 'date':
      return isOrdering(op) ? dateOrderMatcher(leaf) : textMatcher(op, values);
    case 'boolean':
      return (input) => input === values[0];
    case 'unique':
      return (input) => input === true;
    case 'address':
      return addressMatcher(op, values);
    case 'version':
      return versionMatcher(op, values);
  }
}

function isOrdering(op: ConditionLeaf['op']): boolean {
  return op === 'lt' || op === 'gt' || op === 'between';
}

// Compares dates as text, because ISO dates sort chronologically as text.
function dateOrderMatcher({ op, values }: ConditionLeaf): LeafMatcher {
  const test = orderMatcher(op, values.map(String), (left, right) =>
    left < right ? -1 : Number(left > right),
  );
  return (input) => typeof input === 'string' && test(input);
}
