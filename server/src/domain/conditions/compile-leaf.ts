import { findField, goalFields, rotatorFields, type ConditionLeaf } from '@waypost/contract/conditions.ts';
import { leafMatcher } from './leaf-matcher.ts';
import { inputReader, type CompileOptions, type InputReader, type LeafMatcher } from './read-input.ts';

export type CompiledLeaf = { read: InputReader; test: LeafMatcher };

export function compileLeaf(leaf: ConditionLeaf, options: CompileOptions): CompiledLeaf {
  const field = findField(rotatorFields, leaf.field) ?? findField(goalFields, leaf.field);
  if (field === undefined) throw new Error(`no condition field is named ${leaf.field}`);
  return { read: inputReader(leaf, field, options), test: leafMatcher(leaf, field) };
}
