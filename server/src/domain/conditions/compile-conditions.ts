import {
  findField,
  goalFields,
  rotatorFields,
  type ConditionLeaf,
  type ConditionTree,
} from '@waypost/contract/conditions.ts';
import type { ConditionFacts } from './facts.ts';
import { leafMatcher } from './leaf-matcher.ts';
import { inputReader, type CompileOptions, type InputReader, type LeafMatcher } from './read-input.ts';

type CompiledLeaf = { read: InputReader; test: LeafMatcher };

export function compileLeaf(leaf: ConditionLeaf, options: CompileOptions): CompiledLeaf {
  const field = findField(rotatorFields, leaf.field) ?? findField(goalFields, leaf.field);
  if (field === undefined) throw new Error(`unknown condition field ${leaf.field}`);
  return { read: inputReader(leaf, field, options), test: leafMatcher(leaf, field) };
}

export type CompiledConditions = (facts: ConditionFacts) => boolean;

/** Turns a tree that the contract has accepted into a function, once; null holds always. */
export function compileConditions(tree: ConditionTree | null, options: CompileOptions): CompiledConditions {
  return tree === null ? () => true : compileNode(tree, options);
}

// The same conditions stand in many campaigns: a country, a device, both. Shared, they stay where the processor is quick
// to find them, and a thousand campaigns take the memory of one. What is forgotten here goes on being used where it is.
const sharedMax = 10_000;
const shared = new Map<string, CompiledConditions>();

function compileNode(tree: ConditionTree, options: CompileOptions): CompiledConditions {
  const key = `${options.timezone} ${JSON.stringify(tree)}`;
  const known = shared.get(key);
  if (known !== undefined) return known;
  const compiled = compileNew(tree, options);
  if (shared.size >= sharedMax) shared.clear();
  shared.set(key, compiled);
  return compiled;
}

function compileNew(tree: ConditionTree, options: CompileOptions): CompiledConditions {
  if ('not' in tree) {
    const inner = compileNode(tree.not, options);
    return (facts) => !inner(facts);
  }
  if ('all' in tree) {
    const children = compileChildren(tree.all, options);
    return (facts) => children.every((holds) => holds(facts));
  }
  if ('any' in tree) {
    const children = compileChildren(tree.any, options);
    return (facts) => children.some((holds) => holds(facts));
  }
  const { read, test } = compileLeaf(tree, options);
  return (facts) => test(read(facts));
}

/** Cheap ones first: no answer depends on the order, and most visits are decided before the dear ones. */
function compileChildren(children: readonly ConditionTree[], options: CompileOptions): CompiledConditions[] {
  return children
    .toSorted((left, right) => costOf(left) - costOf(right))
    .map((child) => compileNode(child, options));
}

/** 0 for a glance at one value, 1 for a search through text, 2 for what needs the visitor's past. */
function costOf(tree: ConditionTree): number {
  if ('not' in tree) return costOf(tree.not);
  if ('all' in tree) return Math.max(...tree.all.map(costOf));
  if ('any' in tree) return Math.max(...tree.any.map(costOf));
  if (tree.field === 'unique') return 2;
  return tree.op === 'matches' || tree.op === 'contains' ? 1 : 0;
}

/** Whether conditions hold; it asks for no fact that cannot change the answer any more. */
export function evaluate(conditions: CompiledConditions, facts: ConditionFacts): boolean {
  return conditions(facts);
}
