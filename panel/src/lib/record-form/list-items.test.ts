import { expect, it } from 'vitest';
import { moveItem, withKnownIds } from './list-items.ts';

it('moves an item within its list', () => {
  expect(moveItem(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
  expect(moveItem(['a', 'b', 'c'], 2, -1)).toEqual(['c', 'a', 'b']);
});

it('takes what is not saved any more for new', () => {
  const items = [{ id: 'a', name: 'kept' }, { id: 'b', name: 'removed by somebody' }, { name: 'new' }];
  expect(withKnownIds(items, [{ id: 'a' }])).toEqual([
    { id: 'a', name: 'kept' },
    { name: 'removed by somebody' },
    { name: 'new' },
  ]);
});
