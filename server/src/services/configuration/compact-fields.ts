import type { ConditionTree } from '@waypost/contract/conditions/conditions.ts';
import { isEqual } from '../../domain/configuration/list-differences.ts';

export type Fields = Record<string, unknown>;

export const active = { tags: [], status: 'active' };

export function named({ name, key }: { name: string; key: string }): Fields {
  return key === name ? { name } : { name, key };
}

export function withoutDefaults(fields: Fields, defaults: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([name, value]) => !Object.hasOwn(defaults, name) || !isEqual(value, defaults[name]),
    ),
  );
}

export function sortFields<Value>(fields: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(Object.entries(fields).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** Restores the order of fields, which the database does not preserve. */
export function compactTree(tree: ConditionTree): Fields {
  if ('all' in tree) return { all: tree.all.map(compactTree) };
  if ('any' in tree) return { any: tree.any.map(compactTree) };
  if ('not' in tree) return { not: compactTree(tree.not) };
  const { field, op, values, timezone, windowHours } = tree;
  return withoutDefaults(
    { field, op, values, timezone, windowHours },
    { values: [], timezone: undefined, windowHours: undefined },
  );
}
