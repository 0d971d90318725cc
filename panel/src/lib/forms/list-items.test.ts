import { expect, it } from 'vitest';
import { moveItem, newKey, withKnownIds } from './list-items.ts';

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

it.each([
  [1, 0, ['b', 'a', 'c']],
  [1, 2, ['a', 'c', 'b']],
  [1, 99, ['a', 'c', 'b']],
  [1, 1, ['a', 'b', 'c']],
  [7, 0, ['a', 'b', 'c']],
])('moveItem from %i to %i gives %j', (from, to, moved) => {
  const items = ['a', 'b', 'c'];
  expect(moveItem(items, from, to)).toEqual(moved);
  expect(items).toEqual(['a', 'b', 'c']);
});

it('withKnownIds treats items without an ID as new, and keeps all items if all are saved', () => {
  expect(
    withKnownIds(
      [
        { id: null, name: 'x' },
        { id: undefined, name: 'y' },
      ],
      [{ id: 'a' }],
    ),
  ).toEqual([{ name: 'x' }, { name: 'y' }]);
  expect(withKnownIds([{ id: 'a' }, { id: 'b' }], [{ id: 'b' }, { id: 'a' }])).toEqual([
    { id: 'a' },
    { id: 'b' },
  ]);
});

it('newKey is different each time, and cannot be mistaken for a saved ID', () => {
  expect(newKey()).not.toBe(newKey());
  expect(newKey()).toMatch(/^new-/);
});
