import { expect, it } from 'vitest';
import { listPages, textFilter } from './list-records.ts';

const rows = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ id: String(n), createdAt: new Date(n) }));

it.each([0, 1, 499, 500, 501, 1_500])('listPages yields each of %i rows once, in order', async (count) => {
  const all = rows(count);
  const pages = listPages(async ({ after, limit }) => {
    const from = after === undefined ? 0 : Number(after.id) + 1;
    return all.slice(from, from + limit);
  });
  const read: typeof all = [];
  for await (const page of pages) read.push(...page);
  expect(read).toEqual(all);
});

it.each([
  [{}, undefined],
  [{ query: 'a' }, 'a'],
  [{ q: 'a' }, 'a'],
  [{ query: 'a', q: 'a' }, 'a'],
  [{ q: '  a b ' }, 'a b'],
  [{ q: ' ' }, undefined],
])('textFilter reads %j as %j', (given, text) => {
  expect(textFilter(given)).toBe(text);
});

it('textFilter rejects different values in query and q', () => {
  expect(() => textFilter({ query: 'a', q: 'b' })).toThrow('q: is an alias of query');
});
