import { expect, it } from 'vitest';
import { changedFields } from './update-record.ts';

const before = {
  name: 'a',
  cap: { limit: 1 },
  list: ['x'],
  map: { a: 1, b: 2 },
  country: 'DE' as string | null,
};

it.each([
  [{}, {}],
  [{ name: undefined }, {}],
  [{ name: 'a', cap: { limit: 1 }, list: ['x'], map: { b: 2, a: 1 }, country: 'DE' }, {}],
  [{ name: 'b', country: undefined }, { name: 'b' }],
  [{ country: null }, { country: null }],
  [
    { cap: { limit: 2 }, list: ['x', 'x'] },
    { cap: { limit: 2 }, list: ['x', 'x'] },
  ],
  [{ map: { a: 1, b: 2, c: 3 } }, { map: { a: 1, b: 2, c: 3 } }],
])('changedFields reduces %j to %j', (given, changed) => {
  expect(changedFields(before, given)).toEqual(changed);
});
