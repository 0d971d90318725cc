import { findField, type ConditionFields } from '@waypost/contract/conditions/conditions.ts';
import type { LeafNode } from '../../lib/conditions/nodes.ts';
import { anyParameter } from '../../lib/conditions/options.ts';

export const timeKinds: ReadonlySet<string> = new Set(['weekday', 'hour', 'date']);

/** Changes the field. The operator and text values are kept if the new field allows them. */
export function withField(fields: ConditionFields, leaf: LeafNode, field: string): LeafNode {
  const [before, after] = [
    findField(fields, leaf.field),
    findField(fields, field === 'param.' ? anyParameter : field),
  ];
  const isKept = after?.operators.includes(leaf.op) === true;
  const isSameKind = after?.kind === 'text' && before?.kind === 'text';
  const op = isKept ? leaf.op : (after?.operators[0] ?? 'is');
  return {
    field,
    op,
    isNot: isKept && leaf.isNot,
    values: isSameKind && isKept ? leaf.values : firstValues(after?.kind),
    timezone: timeKinds.has(after?.kind ?? '') ? leaf.timezone : '',
    windowHours: '',
  };
}

function firstValues(kind: string | undefined): string[] {
  if (kind === 'boolean') return ['true'];
  return kind === 'unique' ? ['campaign'] : [];
}

function isOrder(op: LeafNode['op']): boolean {
  return op === 'lt' || op === 'gt' || op === 'between';
}

/** Changes the operator. Values are kept if they have the same meaning for the new operator. */
export function withOperator(leaf: LeafNode, next: Pick<LeafNode, 'op' | 'isNot'>): LeafNode {
  const { op } = next;
  const isCut =
    op === 'isEmpty' || op === 'isSet' || isOrder(op) !== isOrder(leaf.op) || op === 'lt' || op === 'gt';
  return {
    ...leaf,
    ...next,
    values: isCut ? (op === 'lt' || op === 'gt' ? leaf.values.slice(0, 1) : []) : leaf.values,
  };
}

/**
 * Returns the values after a change to one of them. `between` always has two values, so that neither changes its
 * position.
 */
export function withValue({ op, values }: LeafNode, at: 0 | 1, value: string): string[] {
  const [low = '', high = ''] = values;
  if (op !== 'between') return [value];
  return at === 0 ? [value, high] : [low, value];
}
