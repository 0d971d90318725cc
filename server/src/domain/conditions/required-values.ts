import {
  findField,
  rotatorFields,
  type ConditionTree,
  type FieldKind,
} from '@waypost/contract/conditions.ts';
import { inputReader, type InputReader } from './read-input.ts';
import { fold } from './text-matcher.ts';

/** A leaf that has to hold for the whole tree to hold: the field must have one of these values, folded. */
type RequiredValues = { field: string; values: ReadonlySet<string> };

const comparedAsText: ReadonlySet<FieldKind> = new Set(['text', 'choice', 'country', 'id']);

/** What a tree demands of single fields, as far as that is plain to see: `is` at its top, alone or in groups of `all`. */
export function requiredValues(tree: ConditionTree | null): RequiredValues[] {
  if (tree === null || 'not' in tree || 'any' in tree) return [];
  if ('all' in tree) return tree.all.flatMap(requiredValues);
  const kind = findField(rotatorFields, tree.field)?.kind;
  if (tree.op !== 'is' || kind === undefined || !comparedAsText.has(kind)) return [];
  return [{ field: tree.field, values: new Set(tree.values.map((value) => fold(String(value)))) }];
}

/** How the value of such a field is read, as any leaf would read it. */
export function fieldReader(name: string, timezone: string): InputReader {
  const field = findField(rotatorFields, name);
  if (field === undefined) throw new Error(`unknown condition field ${name}`);
  return inputReader({ field: name, op: 'is', values: [] }, field, { timezone });
}
