import { expect, it } from 'vitest';
import { listDifferences } from './list-differences.ts';

it('listDifferences lists changed, added and removed fields by path', () => {
  const before = { name: 'One', cost: { mode: 'none', amount: 0 }, caps: [1], gone: true };
  const after = { name: 'One', cost: { mode: 'cpc', amount: 0 }, caps: [1, 2], added: 'x' };
  expect(listDifferences(before, after)).toEqual([
    { path: 'cost.mode', before: 'none', after: 'cpc' },
    { path: 'caps', before: [1], after: [1, 2] },
    { path: 'gone', before: true, after: undefined },
    { path: 'added', before: undefined, after: 'x' },
  ]);
});

it('listDifferences returns an empty list for equal versions, whatever the order of their fields', () => {
  expect(listDifferences({ a: 1, b: { c: [1] } }, { b: { c: [1] }, a: 1 })).toEqual([]);
  expect(listDifferences({}, {})).toEqual([]);
});

it.each([
  ['a value that becomes null', { a: 1 }, { a: null }, [{ path: 'a', before: 1, after: null }]],
  ['fields that become a text', { a: { b: 1 } }, { a: 'x' }, [{ path: 'a', before: { b: 1 }, after: 'x' }]],
  ['fields that become a list', { a: { b: 1 } }, { a: [1] }, [{ path: 'a', before: { b: 1 }, after: [1] }]],
  [
    'a list in a different order',
    { a: [1, 2] },
    { a: [2, 1] },
    [{ path: 'a', before: [1, 2], after: [2, 1] }],
  ],
  ['a deep field', { a: { b: { c: 1 } } }, { a: { b: { c: 2 } } }, [{ path: 'a.b.c', before: 1, after: 2 }]],
  ['an added field below others', { a: {} }, { a: { b: 0 } }, [{ path: 'a.b', before: undefined, after: 0 }]],
])('listDifferences reports %s', (_, before, after, differences) => {
  expect(listDifferences(before, after)).toEqual(differences);
});
