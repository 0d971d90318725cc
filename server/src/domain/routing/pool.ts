/** Items to draw from. `bounds` are cumulative weights, so that each draw needs only one search. */
export type Pool<Item> = {
  only: Item | undefined;
  total: number;
  items: readonly Item[];
  weights: readonly number[];
  bounds: readonly number[];
};

/**
 * Returns a whole number that is at least 0 and below `total`. The number is always the same for the same step of the
 * same visit.
 */
export type Draw = (step: string, total: number) => number;

export function loadPool<Item>(entries: readonly { item: Item; weight: number }[]): Pool<Item> {
  const drawn = entries.filter(({ weight }) => weight > 0);
  const weights = drawn.map(({ weight }) => weight);
  let total = 0;
  const bounds = weights.map((weight) => (total += weight));
  const items = drawn.map(({ item }) => item);
  return { only: items.length === 1 ? items[0] : undefined, total, items, weights, bounds };
}

/** Draws an item by weight. Calls `draw` only if there is more than one item. */
export function drawFrom<Item>(pool: Pool<Item>, step: string, draw: Draw): Item | undefined {
  const { only, total } = pool;
  if (only !== undefined || total === 0) return only;
  const { items, bounds } = pool;
  const drawn = draw(step, total);
  let at = 0;
  while (at < items.length - 1 && drawn >= (bounds[at] ?? 0)) at += 1;
  return items[at];
}

export function filterPool<Item>({ items, weights }: Pool<Item>, keep: (item: Item) => boolean): Pool<Item> {
  return loadPool(items.flatMap((item, at) => (keep(item) ? [{ item, weight: weights[at] ?? 0 }] : [])));
}
