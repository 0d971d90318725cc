import type { ListPosition } from './list-cursor.ts';

type Value = string | number | bigint | null;

type ItemOrder<Item> = {
  valueOf: (item: Item) => Value;
  idOf: (item: Item) => string;
  direction: 'asc' | 'desc';
};

/**
 * Returns a page of items in memory by the same rules as the database: missing values come last in both directions,
 * IDs break ties, and a page starts after the last item of the previous page.
 */
export function pageItems<Item>(
  items: readonly Item[],
  order: ItemOrder<Item>,
  { after, limit }: { after?: ListPosition | undefined; limit: number },
): { rows: Item[]; next: ListPosition | undefined } {
  const positioned = items.map((item) => ({ item, value: order.valueOf(item), id: order.idOf(item) }));
  const behind =
    after === undefined
      ? positioned
      : positioned.filter((one) => comparePositions(one, after, order.direction) > 0);
  const sorted = behind.toSorted((one, other) =>
    comparePositions(one, { id: other.id, value: writeValue(other.value) }, order.direction),
  );
  const shown = sorted.slice(0, limit);
  const last = sorted.length > limit ? shown.at(-1) : undefined;
  return {
    rows: shown.map(({ item }) => item),
    next: last === undefined ? undefined : { value: writeValue(last.value), id: last.id },
  };
}

function writeValue(value: Value): string | null {
  return value === null ? null : String(value);
}

function comparePositions(
  one: { value: Value; id: string },
  other: ListPosition,
  direction: 'asc' | 'desc',
): number {
  const { value } = one;
  if (value === null || other.value === null) {
    if (value === null && other.value === null) return applyDirection(compare(one.id, other.id), direction);
    return value === null ? 1 : -1;
  }
  const values = compareValues(value, other.value);
  return applyDirection(values === 0 ? compare(one.id, other.id) : values, direction);
}

// Compares a value with `other`, which is text because it comes from a cursor.
function compareValues(value: string | number | bigint, other: string): number {
  if (typeof value === 'string') return compare(value, other);
  return typeof value === 'number' ? compare(value, Number(other)) : compare(value, BigInt(other));
}

function compare<Comparable extends string | number | bigint>(one: Comparable, other: Comparable): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function applyDirection(order: number, direction: 'asc' | 'desc'): number {
  return direction === 'asc' ? order : -order;
}
