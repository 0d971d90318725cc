import {
  findField,
  type ConditionFields,
  type ConditionOperator,
  type ConditionTree,
} from '@waypost/contract/conditions/conditions.ts';
import { toNumber } from '../forms/to-number.ts';

/** Condition in a form, where all input is text. */
export type LeafNode = {
  field: string;
  op: ConditionOperator;
  /** True for a negated condition. Used with operators that have no opposite operator. */
  isNot: boolean;
  values: string[];
  timezone: string;
  windowHours: string;
};

export type GroupNode = { join: 'all' | 'any'; isNot: boolean; children: ConditionNode[] };
export type ConditionNode = LeafNode | GroupNode;

export const noConditions: GroupNode = { join: 'all', isNot: false, children: [] };

export function isGroup(node: ConditionNode): node is GroupNode {
  return 'children' in node;
}

const opposites: Readonly<Partial<Record<ConditionOperator, ConditionOperator>>> = {
  is: 'isNot',
  isNot: 'is',
  isEmpty: 'isSet',
  isSet: 'isEmpty',
};

export function hasOpposite(op: ConditionOperator): boolean {
  return opposites[op] !== undefined;
}

/** Converts a rule's conditions to one group, which is empty for a rule that always matches. */
export function readConditions(tree: ConditionTree | null): GroupNode {
  if (tree === null) return noConditions;
  const node = readNode(tree, false);
  return isGroup(node) ? node : { ...noConditions, children: [node] };
}

function readNode(tree: ConditionTree, isNot: boolean): ConditionNode {
  if ('not' in tree) return readNode(tree.not, !isNot);
  if ('all' in tree) return { join: 'all', isNot, children: tree.all.map((child) => readNode(child, false)) };
  if ('any' in tree) return { join: 'any', isNot, children: tree.any.map((child) => readNode(child, false)) };
  const { field, op, values, timezone = '', windowHours } = tree;
  const opposite = opposites[op];
  return {
    field,
    op: isNot && opposite !== undefined ? opposite : op,
    isNot: isNot && opposite === undefined,
    values: values.map(String),
    timezone,
    windowHours: windowHours === undefined ? '' : String(windowHours),
  };
}

/** Converts conditions to the API format. Invalid input is kept, so that the contract rejects it. */
export function writeConditions(fields: ConditionFields, root: GroupNode): ConditionTree | null {
  const [only] = root.children;
  if (only === undefined) return null;
  return writeNode(fields, isSingle(root) ? only : root);
}

function writeNode(fields: ConditionFields, node: ConditionNode): ConditionTree {
  const plain = isGroup(node)
    ? ({ [node.join]: node.children.map((child) => writeNode(fields, child)) } as { all: ConditionTree[] })
    : writeLeaf(fields, node);
  return node.isNot ? { not: plain } : plain;
}

function writeLeaf(fields: ConditionFields, leaf: LeafNode): ConditionTree {
  const { field, op, values, timezone, windowHours } = leaf;
  return {
    field,
    op,
    values: values.map((value) => writeValue(fields, leaf, value)),
    ...(timezone === '' ? {} : { timezone }),
    ...(windowHours === '' ? {} : { windowHours: toNumber(windowHours) as number }),
  };
}

function writeValue(fields: ConditionFields, { field, op }: LeafNode, value: string) {
  const kind = findField(fields, field)?.kind;
  const isOrder = op === 'lt' || op === 'gt' || op === 'between';
  if (kind === 'boolean') return value === 'true';
  if (kind === 'number' || kind === 'weekday' || kind === 'hour' || (kind === 'text' && isOrder))
    return toNumber(value);
  return value;
}

/** Returns true if the group contains a single condition, which is written without a group around it. */
function isSingle({ children, isNot }: GroupNode): boolean {
  return children.length === 1 && !isNot;
}

export function pathOfChild(group: GroupNode, path: string, at: number, isRoot: boolean): string {
  if (isRoot && isSingle(group)) return path;
  return `${path}${group.isNot ? '.not' : ''}.${group.join}.${at}`;
}

/** Returns the API path of the content of a node: the list of a group, or the operator and values of a condition. */
export function pathInside(node: ConditionNode, path: string): string {
  const inner = node.isNot ? `${path}.not` : path;
  return isGroup(node) ? `${inner}.${node.join}` : inner;
}

export function depthOf(node: ConditionNode): number {
  const own = (node.isNot ? 1 : 0) + (isGroup(node) ? 1 : 0);
  return own + (isGroup(node) ? Math.max(0, ...node.children.map(depthOf)) : 0);
}

/** Returns the same string for trees that differ only in typed text, so that such changes form one undo step. */
export function shapeOf(node: ConditionNode): string {
  if (isGroup(node)) return `${node.isNot}${node.join}(${node.children.map(shapeOf).join()})`;
  const field = node.field.startsWith('param.') ? 'param' : node.field;
  return [field, node.op, node.isNot, node.values.length, node.timezone].join(' ');
}
