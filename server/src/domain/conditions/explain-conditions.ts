import type { ConditionLeaf, ConditionTree } from '@waypost/contract/conditions.ts';
import { compileConditions, compileLeaf } from './compile-conditions.ts';
import type { ConditionFacts, FactValue } from './facts.ts';
import type { CompileOptions } from './read-input.ts';

/** `path` leads to the leaf as in the issues of a refused tree; `input` is null where nothing was known. */
type ExplainedLeaf = ConditionLeaf & {
  path: (string | number)[];
  input: FactValue | null;
  result: boolean;
};
type Explanation = { result: boolean; leaves: ExplainedLeaf[] };

/** Every leaf with what it looked at and what it said, also those that evaluation would have left out. */
export function explainConditions(
  tree: ConditionTree | null,
  facts: ConditionFacts,
  options: CompileOptions,
): Explanation {
  const leaves = tree === null ? [] : listLeaves(tree, []);
  return {
    result: compileConditions(tree, options)(facts),
    leaves: leaves.map(({ leaf, path }) => explainLeaf(leaf, path, { facts, options })),
  };
}

/** What a tree asks for, each field once. */
export function listFields(tree: ConditionTree): string[] {
  return [...new Set(listLeaves(tree, []).map(({ leaf }) => leaf.field))];
}

function explainLeaf(
  leaf: ConditionLeaf,
  path: ExplainedLeaf['path'],
  { facts, options }: { facts: ConditionFacts; options: CompileOptions },
): ExplainedLeaf {
  const { read, test } = compileLeaf(leaf, options);
  const input = read(facts);
  return { ...leaf, path, input: input ?? null, result: test(input) };
}

type PlacedLeaf = { leaf: ConditionLeaf; path: ExplainedLeaf['path'] };

function listLeaves(tree: ConditionTree, path: ExplainedLeaf['path']): PlacedLeaf[] {
  if ('not' in tree) return listLeaves(tree.not, [...path, 'not']);
  if ('all' in tree) return tree.all.flatMap((child, index) => listLeaves(child, [...path, 'all', index]));
  if ('any' in tree) return tree.any.flatMap((child, index) => listLeaves(child, [...path, 'any', index]));
  return [{ leaf: tree, path }];
}
