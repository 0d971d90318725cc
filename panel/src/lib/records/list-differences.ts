import { isSame } from '../forms/compare-sides.ts';

type ValueDifference = { path: string; before: unknown; after: unknown };

/** Lists the fields that differ between two versions. Arrays are compared as a whole. */
export function listDifferences(before: object, after: object, parentPath = ''): ValueDifference[] {
  const [from, to] = [before, after] as Record<string, unknown>[];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => {
    const [one, other] = [from?.[name], to?.[name]];
    const path = parentPath === '' ? name : `${parentPath}.${name}`;
    if (isSame(one, other)) return [];
    return isFields(one) && isFields(other)
      ? listDifferences(one, other, path)
      : [{ path, before: one, after: other }];
  });
}

function isFields(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
