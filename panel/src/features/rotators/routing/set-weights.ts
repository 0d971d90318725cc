import type { Weight } from './routing-form-schema.ts';

export function setWeights<Item extends { weight: Weight }>(
  items: readonly Item[],
  chosen: ReadonlySet<number>,
  weight: Weight,
): Item[] {
  return items.map((item, at) => (chosen.has(at) ? { ...item, weight } : item));
}

export function hasEqualWeights(items: readonly { weight: Weight }[]): boolean {
  return new Set(items.map(({ weight }) => weight)).size < 2;
}
