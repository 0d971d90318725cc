import {
  findField,
  rotatorFields,
  type ConditionTree,
  type FieldKind,
} from '@waypost/contract/conditions/conditions.ts';
import { inputReader, type InputReader } from './read-input.ts';
import { fold } from './text-matcher.ts';

// Requirement of a tree: the tree can match only if the field has one of these case-folded values.
type RequiredValues = { field: string; values: ReadonlySet<string> };

const comparedAsText: ReadonlySet<FieldKind> = new Set(['text', 'choice', 'country', 'id']);

/**
 * Finds required values in `is` conditions at the top level or in groups of `all`. More complex requirements are not
 * found.
 */
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
