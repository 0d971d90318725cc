import { randomText } from '../api/random-text.ts';

export function newKey(): string {
  return `new-${randomText()}`;
}

/** Clears the IDs of items that someone else has deleted, so that these items are saved as new items. */
export function withKnownIds<Item extends { id?: string | null | undefined }>(
  items: readonly Item[],
  saved: readonly { id: string }[],
): Item[] {
  const known = new Set(saved.map(({ id }) => id));
  return items.map((item) => {
    if (typeof item.id === 'string' && known.has(item.id)) return item;
    const { id: _, ...rest } = item;
    return rest as Item;
  });
}

export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const target = Math.max(0, Math.min(items.length - 1, to));
  const item = items[from];
  return item === undefined ? [...items] : items.toSpliced(from, 1).toSpliced(target, 0, item);
}
