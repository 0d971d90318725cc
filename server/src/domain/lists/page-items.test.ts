import { describe, expect, it } from 'vitest';
import { pageItems } from './page-items.ts';

type Item = { id: string; value: number | string | bigint | null };

function walk(items: readonly Item[], direction: 'asc' | 'desc', limit: number): string[] {
  const order = { valueOf: ({ value }: Item) => value, idOf: ({ id }: Item) => id, direction };
  const seen: string[] = [];
  let after: { value: string | null; id: string } | undefined;
  do {
    const { rows, next } = pageItems(items, order, { after, limit });
    seen.push(...rows.map(({ id }) => id));
    after = next;
  } while (after !== undefined);
  return seen;
}

describe('pageItems', () => {
  const numbers: Item[] = [
    { id: 'a', value: 10 },
    { id: 'b', value: 9 },
    { id: 'c', value: null },
    { id: 'd', value: 10 },
    { id: 'e', value: null },
  ];

  it.each([1, 2, 3, 5, 50])('returns each item once, in order, on pages of %i', (limit) => {
    expect(walk(numbers, 'asc', limit)).toEqual(['b', 'a', 'd', 'c', 'e']);
    expect(walk(numbers, 'desc', limit)).toEqual(['d', 'a', 'b', 'e', 'c']);
  });

  it('sorts numbers in text as text and compares large amounts exactly', () => {
    const texts = ['10', '9', ''].map((value) => ({ id: value, value }));
    expect(walk(texts, 'asc', 1)).toEqual(['', '10', '9']);
    const amounts = [2n ** 80n + 1n, 2n ** 80n, -5n].map((value) => ({ id: String(value), value }));
    expect(walk(amounts, 'desc', 1)).toEqual([String(2n ** 80n + 1n), String(2n ** 80n), '-5']);
  });

  it('continues after the last returned item when items are added or removed', () => {
    const order = {
      valueOf: ({ value }: Item) => value,
      idOf: ({ id }: Item) => id,
      direction: 'asc' as const,
    };
    const { next } = pageItems(numbers, order, { limit: 2 });
    const later = [{ id: '0', value: 1 }, { id: 'f', value: 11 }, ...numbers.filter(({ id }) => id !== 'a')];
    expect(pageItems(later, order, { after: next, limit: 2 }).rows.map(({ id }) => id)).toEqual(['d', 'f']);
  });
});
