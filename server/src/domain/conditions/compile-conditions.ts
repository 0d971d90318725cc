import {
  findField,
  goalFields,
  rotatorFields,
  type ConditionLeaf,
  type ConditionTree,
} from '@waypost/contract/conditions/conditions.ts';
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

/** Compiles a tree that the contract has accepted. Null matches every visit. */
export function compileConditions(tree: ConditionTree | null, options: CompileOptions): CompiledConditions {
  return tree === null ? () => true : compileNode(tree, options);
}

// Many campaigns have the same conditions, such as a country or a device. Sharing the compiled functions
// keeps them in the CPU cache and saves memory for thousands of campaigns. Functions stay usable after the
// cache is cleared.
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
    return (facts) => children.every((matches) => matches(facts));
  }
  if ('any' in tree) {
    const children = compileChildren(tree.any, options);
    return (facts) => children.some((matches) => matches(facts));
  }
  const { read, test } = compileLeaf(tree, options);
  return (facts) => test(read(facts));
}

// Puts cheap conditions first. The order does not change the result, and for most visits the cheap conditions already
// decide it.
function compileChildren(children: readonly ConditionTree[], options: CompileOptions): CompiledConditions[] {
  return children
    .toSorted((left, right) => costOf(left) - costOf(right))
    .map((child) => compileNode(child, options));
}

// Returns 0 for comparing one value, 1 for searching text, and 2 for looking up the visitor's history.
function costOf(tree: ConditionTree): number {
  if ('not' in tree) return costOf(tree.not);
  if ('all' in tree) return Math.max(...tree.all.map(costOf));
  if ('any' in tree) return Math.max(...tree.any.map(costOf));
  if (tree.field === 'unique') return 2;
  return tree.op === 'matches' || tree.op === 'contains' ? 1 : 0;
}

/** Evaluates conditions. Facts that can no longer change the result are not read. */
export function evaluate(conditions: CompiledConditions, facts: ConditionFacts): boolean {
  return conditions(facts);
}
