import { describe, expect, it } from 'vitest';
import { isEqual, listDifferences } from './list-differences.ts';

describe('listDifferences', () => {
  it('returns the deepest paths that differ', () => {
    const before = { name: 'A', rules: [{ enabled: true, weights: [1, 2] }] };
    const after = { name: 'A', rules: [{ enabled: false, weights: [1, 3] }] };
    expect(listDifferences(before, after)).toEqual([
      { field: 'rules[0].enabled', before: true, after: false },
      { field: 'rules[0].weights[1]', before: 2, after: 3 },
    ]);
  });

  it('returns whole lists if their lengths differ', () => {
    expect(listDifferences({ list: [1] }, { list: [1, 2] })).toEqual([
      { field: 'list', before: [1], after: [1, 2] },
    ]);
  });

  it('ignores the order of fields', () => {
    expect(listDifferences({ a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 })).toEqual([]);
    expect(isEqual([{ a: 1, b: 2 }], [{ b: 2, a: 1 }])).toBe(true);
  });

  it('distinguishes null from a value, and a missing field from null', () => {
    expect(listDifferences({ cap: null }, { cap: { limit: 1 } })).toEqual([
      { field: 'cap', before: null, after: { limit: 1 } },
    ]);
    expect(isEqual({ a: 1 }, { a: 1, b: null })).toBe(false);
    expect(isEqual({ constructor: 1 }, {})).toBe(false);
  });

  it.each([
    ['a list and a record', [1], { 0: 1 }],
    ['a record and null', { a: 1 }, null],
    ['a list and null', [1], null],
    ['a list and a longer list', [1], [1, 2]],
    ['a record and text', {}, ''],
  ])('returns both whole values for %s', (_, one, other) => {
    expect(listDifferences({ at: one }, { at: other })).toEqual([{ field: 'at', before: one, after: other }]);
    expect(listDifferences({ at: other }, { at: one })).toEqual([{ field: 'at', before: other, after: one }]);
    expect([isEqual(one, other), isEqual(other, one)]).toEqual([false, false]);
  });
});
