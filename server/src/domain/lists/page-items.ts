import type { ListPosition } from './list-cursor.ts';

type Value = string | number | bigint | null;

type ItemOrder<Item> = {
  valueOf: (item: Item) => Value;
  idOf: (item: Item) => string;
  direction: 'asc' | 'desc';
};

/**
 * A page of items that are all at hand, under the rules of lists that the database pages: what has no value comes last
 * either way, ids settle ties, and a page begins behind the place where the one before ended.
 */
export function pageItems<Item>(
  items: readonly Item[],
  order: ItemOrder<Item>,
  { after, limit }: { after?: ListPosition | undefined; limit: number },
): { rows: Item[]; next: ListPosition | undefined } {
  const placed = items.map((item) => ({ item, value: order.valueOf(item), id: order.idOf(item) }));
  const behind =
    after === undefined ? placed : placed.filter((one) => comparePlaces(one, after, order.direction) > 0);
  const sorted = behind.toSorted((one, other) =>
    comparePlaces(one, { id: other.id, value: writeValue(other.value) }, order.direction),
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

function comparePlaces(
  one: { value: Value; id: string },
  other: ListPosition,
  direction: 'asc' | 'desc',
): number {
  const { value } = one;
  if (value === null || other.value === null) {
    if (value === null && other.value === null) return turn(compare(one.id, other.id), direction);
    return value === null ? 1 : -1;
  }
  const values = compareValues(value, other.value);
  return turn(values === 0 ? compare(one.id, other.id) : values, direction);
}

/** The other one comes out of a cursor, as text. */
function compareValues(value: string | number | bigint, other: string): number {
  if (typeof value === 'string') return compare(value, other);
  return typeof value === 'number' ? compare(value, Number(other)) : compare(value, BigInt(other));
}

function compare<Comparable extends string | number | bigint>(one: Comparable, other: Comparable): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function turn(order: number, direction: 'asc' | 'desc'): number {
  return direction === 'asc' ? order : -order;
}
