import { expect, it } from 'vitest';
import { textFilter } from './text-filter.ts';

it.each([
  [{}, undefined],
  [{ query: 'a' }, 'a'],
  [{ q: 'a' }, 'a'],
  [{ query: 'a', q: 'a' }, 'a'],
  [{ q: '  a b ' }, 'a b'],
  [{ q: ' ' }, undefined],
])('%j narrows to %j', (given, text) => {
  expect(textFilter(given)).toBe(text);
});

it('two different texts are refused', () => {
  expect(() => textFilter({ query: 'a', q: 'b' })).toThrow('q: is another name for query');
});
