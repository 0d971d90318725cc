import type { ConditionLeaf, ConditionTree } from '@waypost/contract/conditions/conditions.ts';
import type { UnknownReason } from '@waypost/contract/rotators/evaluation.ts';
import { compileLeaf } from './compile-conditions.ts';
import type { ConditionFacts, FactValue } from './facts.ts';
import type { CompileOptions } from './read-input.ts';

// Leaf with its result. `path` is the position of the leaf, as in validation issues. `input` is null if the value is
// unknown.
type ExplainedLeaf = ConditionLeaf & {
  path: (string | number)[];
  input: FactValue | null;
  result: boolean | null;
  unknown?: UnknownReason;
};
type Explanation = { result: boolean | null; leaves: ExplainedLeaf[] };

export type WhyUnknown = (leaf: ConditionLeaf) => UnknownReason | undefined;

type ExplainOptions = CompileOptions & { whyUnknown?: WhyUnknown | undefined };

/**
 * Returns every leaf with its input and result, including leaves that evaluation would skip. The result of the tree is
 * null only if unknown values could change it.
 */
export function explainConditions(
  tree: ConditionTree | null,
  facts: ConditionFacts,
  options: ExplainOptions,
): Explanation {
  const leaves: ExplainedLeaf[] = [];
  const result = tree === null ? true : explainNode(tree, [], { facts, options, leaves });
  return { result, leaves };
}

export function listFields(tree: ConditionTree): string[] {
  return [...new Set(listLeaves(tree).map(({ field }) => field))];
}

type Walk = { facts: ConditionFacts; options: ExplainOptions; leaves: ExplainedLeaf[] };

// Applies three-valued logic: `all` with one false child is false, and `any` with one true child is true, regardless
// of unknown children.
function explainNode(tree: ConditionTree, path: ExplainedLeaf['path'], walk: Walk): boolean | null {
  if ('not' in tree) {
    const inner = explainNode(tree.not, [...path, 'not'], walk);
    return inner === null ? null : !inner;
  }
  if ('all' in tree) return combine(explainChildren(tree.all, [...path, 'all'], walk), false);
  if ('any' in tree) return combine(explainChildren(tree.any, [...path, 'any'], walk), true);
  const leaf = explainLeaf(tree, path, walk);
  walk.leaves.push(leaf);
  return leaf.result;
}

function explainChildren(
  children: readonly ConditionTree[],
  path: ExplainedLeaf['path'],
  walk: Walk,
): (boolean | null)[] {
  return children.map((child, index) => explainNode(child, [...path, index], walk));
}

function combine(results: readonly (boolean | null)[], deciding: boolean): boolean | null {
  if (results.includes(deciding)) return deciding;
  return results.includes(null) ? null : !deciding;
}

function explainLeaf(
  leaf: ConditionLeaf,
  path: ExplainedLeaf['path'],
  { facts, options }: Walk,
): ExplainedLeaf {
  const unknown = options.whyUnknown?.(leaf);
  if (unknown !== undefined) return { ...leaf, path, input: null, result: null, unknown };
  const { read, test } = compileLeaf(leaf, options);
  const input = read(facts);
  return { ...leaf, path, input: input ?? null, result: test(input) };
}

function listLeaves(tree: ConditionTree): ConditionLeaf[] {
  if ('not' in tree) return listLeaves(tree.not);
  if ('all' in tree) return tree.all.flatMap(listLeaves);
  if ('any' in tree) return tree.any.flatMap(listLeaves);
  return [tree];
}
