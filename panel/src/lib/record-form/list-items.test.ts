import { expect, it } from 'vitest';
import { moveItem, withKnownIds } from './list-items.ts';

it('moveItem moves an item within its list', () => {
  expect(moveItem(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
  expect(moveItem(['a', 'b', 'c'], 2, -1)).toEqual(['c', 'a', 'b']);
});

it('withKnownIds removes IDs that are no longer saved', () => {
  const items = [{ id: 'a', name: 'kept' }, { id: 'b', name: 'removed elsewhere' }, { name: 'new' }];
  expect(withKnownIds(items, [{ id: 'a' }])).toEqual([
    { id: 'a', name: 'kept' },
    { name: 'removed elsewhere' },
    { name: 'new' },
  ]);
});
