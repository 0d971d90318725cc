import {
  findField,
  rotatorFields,
  type ConditionTree,
  type FieldKind,
} from '@waypost/contract/conditions.ts';
import { inputReader, type InputReader } from './read-input.ts';
import { fold } from './text-matcher.ts';

// Leaf that must match for the whole tree to match: the field must have one of these folded values.
type RequiredValues = { field: string; values: ReadonlySet<string> };

const comparedAsText: ReadonlySet<FieldKind> = new Set(['text', 'choice', 'country', 'id']);

/** Finds required values that are easy to see: `is` at the top level, alone or in groups of `all`. */
export function requiredValues(tree: ConditionTree | null): RequiredValues[] {
  if (tree === null || 'not' in tree || 'any' in tree) return [];
  if ('all' in tree) return tree.all.flatMap(requiredValues);
  const kind = findField(rotatorFields, tree.field)?.kind;
  if (tree.op !== 'is' || kind === undefined || !comparedAsText.has(kind)) return [];
  return [{ field: tree.field, values: new Set(tree.values.map((value) => fold(String(value)))) }];
}

export function fieldReader(name: string, timezone: string): InputReader {
  const field = findField(rotatorFields, name);
  if (field === undefined) throw new Error(`unknown condition field ${name}`);
  return inputReader({ field: name, op: 'is', values: [] }, field, { timezone });
}
