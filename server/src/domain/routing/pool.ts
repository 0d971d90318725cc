/** Items of a draw. `bounds` are the sums of the weights up to and with each item, so that a draw is one search. */
export type Pool<Item> = {
  /** Where there is but one, which is most often: found without a look at any list. */
  only: Item | undefined;
  total: number;
  items: readonly Item[];
  weights: readonly number[];
  bounds: readonly number[];
};

/** A number from 0 to below `total`, the same for the same step of the same visit. */
export type Draw = (step: string, total: number) => number;

export function loadPool<Item>(entries: readonly { item: Item; weight: number }[]): Pool<Item> {
  const drawn = entries.filter(({ weight }) => weight > 0);
  const weights = drawn.map(({ weight }) => weight);
  let total = 0;
  const bounds = weights.map((weight) => (total += weight));
  const items = drawn.map(({ item }) => item);
  return { only: items.length === 1 ? items[0] : undefined, total, items, weights, bounds };
}

/** One item by weight; undefined where there is none. Where there is no choice, nothing is drawn. */
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
